import type { TemplateColumns, TemplateLook } from '../../db/queries/qr-templates.ts'
import type { QrWarning } from '../../schemas/qr-check.ts'
import type { QrTemplateChange } from '../../schemas/qr-templates.ts'
import type { Config } from '../config/config.ts'
import { invalid } from '../errors/api-error.ts'
import { findDesignFaults } from './design-input.ts'
import { appearanceOf, checkPicture, type ReadLogo } from './qr-input.ts'

/** The columns of the look in a request, whose logo is fetched. Throws `invalid_request` with every invalid field. */
export async function readAppearance(
  look: Omit<QrTemplateChange, 'name'>,
  readLogo: ReadLogo,
): Promise<Partial<TemplateColumns>> {
  const faults = await findDesignFaults(look.design)
  const columns = await appearanceOf(look, readLogo, faults)
  if (faults.length > 0) throw invalid(faults)
  return columns
}

/** The columns of a template that looks like a code without any setting. */
export const NO_LOOK = { background: null, foreground: null, logo: null, logo_image: null, design: null }

// Of the length of a usual code.
const SAMPLE = {
  type: 'link',
  data: { link: 'https://example.com' },
  is_static: false,
  code: 'Zx81KqP',
  domain: null,
} as const

/** Warnings about codes with the look of a template. Throws `may_not_scan` for any if strict. */
export const checkTemplate = (
  template: TemplateLook,
  config: Pick<Config, 'baseUrl'>,
  isStrict: boolean,
): Promise<QrWarning[]> => checkPicture({ ...SAMPLE, ...template }, config, isStrict)
