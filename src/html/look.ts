import type { BioColors } from '../../schemas/bio-looks.ts'
import { type PageLanguage, visitorLanguage } from '../locale/page-language.ts'

/** The name, logo and colors of a domain on its pages. */
export interface Brand {
  name: string | null
  /** The path of the stored logo. Sizes are in pixels. */
  logo: { path: string; width: number; height: number } | null
  colors: BioColors | null
}

/** What a page looks like beyond its content. */
export interface Look {
  language: PageLanguage
  /** Of the branded domain; null: the look of the service. */
  brand: Brand | null
}

/** The look of a page in English. */
export const PLAIN_LOOK: Look = { language: visitorLanguage(''), brand: null }
