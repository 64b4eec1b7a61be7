import type { Config } from '../config/config.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { type Logo, readLogo } from '../qr/logo.ts'

// An import must not fetch logos: they are in the file.
const refuse: SafeFetch = () => Promise.reject(new Error('Nothing is fetched.'))

/** The function that reads the logos of a file. */
export const storedLogoReader =
  ({ ASSETS_DIR }: Pick<Config, 'ASSETS_DIR'>): ((source: string) => Promise<Logo>) =>
  (source) =>
    readLogo(source, { assetsDir: ASSETS_DIR, safeFetch: refuse })

/** The source of a logo that is in the file. */
export const logoOf = (logoimage: string | null | undefined): string | undefined =>
  logoimage ? `data:image/png;base64,${logoimage.replaceAll('\n', '')}` : undefined
