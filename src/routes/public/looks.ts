import type { FastifyRequest } from 'fastify'
import type { Brand, Look } from '../../html/look.ts'
import { picturePath } from '../../links/public-urls.ts'
import { languageOf, visitorLanguage } from '../../locale/page-language.ts'

/**
 * The look of the pages that a request gets: the language that the page or its domain has, else that of the visitor,
 * and the brand of the domain.
 */
export function lookOf({ site, headers }: FastifyRequest, language: string | null = null): Look {
  const domain = site?.kind === 'branded' ? site : null
  const tag = language ?? domain?.language ?? null
  return {
    language: tag === null ? visitorLanguage(headers['accept-language'] ?? '') : languageOf(tag),
    brand: domain && brandOf(domain),
  }
}

function brandOf({ brandname, logo, brandcolors: colors }: BrandedDomain): Brand | null {
  if (brandname === null && logo === null && colors === null) return null
  const { width = 0, height = 0 } = logo ?? {}
  return { name: brandname, colors, logo: logo && { path: picturePath(logo), width, height } }
}

type BrandedDomain = Extract<NonNullable<FastifyRequest['site']>, { kind: 'branded' }>
