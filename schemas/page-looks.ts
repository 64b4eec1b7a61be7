import { Type } from '@sinclair/typebox'
import { BioColors } from './bio-looks.ts'
import { text, url } from './fields.ts'
import { addition, Ref } from './ref.ts'

/** The language of a page. */
export const pageLanguage = (description: string) =>
  addition(
    Type.String({
      minLength: 2,
      maxLength: 11,
      pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$',
      'x-form': 'a language tag, such as de, pt-BR or zh-Hant',
      description: `${description} Fixed words are in this language if the service has it, else in English. null: that of the visitor.`,
      examples: ['de'],
    }),
  )

/** What the pages of a domain show in place of the look of the service. */
export const brand = {
  brandname: addition(
    text('Name shown on the pages of the domain, such as those of expired links.', 'Alpine Club', 100),
  ),
  brandlogo: addition({
    ...url(
      'Logo shown on the pages of the domain in place of the name. It is fetched once; visitors get the stored copy.',
      'https://example.com/logo.png',
    ),
    maxLength: 2048,
  }),
  brandcolors: addition(
    Type.Unsafe<BioColors>({
      ...Ref(BioColors),
      description: 'Colors of the pages of the domain; they replace all stored ones. null: those of the service.',
    }),
  ),
}
