import type { AndroidApp, AppleApp } from '../../schemas/app-links.ts'

/** A rule for the path of a URL; the first that matches decides. */
interface Component {
  '/': string
  exclude?: true
}

// The statistics page of a link, and its pictures.
const OF_LINKS = ['/*+', '/*/qr', '/*/qr/*', '/*/ico']

const without = (path: string): Component => ({ '/': path, exclude: true })

/**
 * The rules of an app: never the paths of the service (`reserved`: first segments) and those that it excludes, else
 * those that it names.
 */
function componentsOf({ paths, exclude }: Pick<AppleApp, 'paths' | 'exclude'>, reserved: readonly string[]) {
  const ofService = reserved.flatMap((segment) => [`/${segment}`, `/${segment}/*`])
  const excluded = [...ofService, ...OF_LINKS, ...(exclude ?? [])]
  return [...excluded.map(without), ...(paths ?? ['/*']).map((path): Component => ({ '/': path }))]
}

/** The content of `apple-app-site-association`. */
export const appleAssociation = (apps: readonly AppleApp[], reserved: readonly string[]) => ({
  applinks: {
    details: apps.map(({ app, ...scope }) => ({ appIDs: [app], components: componentsOf(scope, reserved) })),
  },
})

const OPENS_URLS = 'delegate_permission/common.handle_all_urls'

/** The content of `assetlinks.json`. Android 15 and later follow the rules of paths. */
export const assetLinks = (apps: readonly AndroidApp[], reserved: readonly string[]) =>
  apps.map(({ package: name, fingerprints, ...scope }) => ({
    relation: [OPENS_URLS],
    target: {
      namespace: 'android_app',
      package_name: name,
      sha256_cert_fingerprints: fingerprints.map((fingerprint) => fingerprint.toUpperCase()),
    },
    relation_extensions: { [OPENS_URLS]: { dynamic_app_link_components: componentsOf(scope, reserved) } },
  }))
