/**
 * Version headers of the API contract, sent with every response. They are independent of the release in package.json.
 */
export const versionHeaders = { 'API-Version': 'v1', 'App-Version': '7.3.1' } as const

/** `info.version` of the published document: the base document ends at 1.2.0, and additions raise the minor version. */
export const documentVersion = '1.4.0'

/** The changes of each version of the document, newest first. */
export const history: { version: string; date: string; change: string }[] = [
  {
    version: 'v1.4',
    date: '2026-11-21',
    change:
      'Additions: a closed list of failure codes for every operation, key scopes and `listerror`, campaigns, domains and pixels by id, taking items out of channels, background jobs, `Idempotency-Key`, up to 1,000 items in one request.',
  },
  {
    version: 'v1.3',
    date: '2026-11-21',
    change:
      'Additions to the base document: links, bio pages, API keys, registration, writes for overlays and splash pages, a `code` and a list of `errors` in failures.',
  },
  {
    version: 'v1.2',
    date: '2026-05-25',
    change: 'Quickstart, collection export, webhook starter examples, rate-limit playbook.',
  },
  { version: 'v1.1', date: '2026-05-18', change: 'Reliability and documentation-metadata pass.' },
  {
    version: 'v1.0',
    date: '2026-05-01',
    change: 'First public release covering links, domains, campaigns, bio pages and analytics.',
  },
]

/** The release of this program, shown by /readyz and the CLI. */
export const release = '0.1.0'

/** The operations of the base document; all others are additions. */
export const baseOperations: ReadonlySet<string> = new Set([
  'GET /api/account',
  'POST /api/account',
  'PUT /api/account/update',
  'GET /api/domains',
  'POST /api/domain/add',
  'PUT /api/domain/{id}/update',
  'DELETE /api/domain/{id}/delete',
  'GET /api/overlay',
  'GET /api/campaigns',
  'POST /api/campaign/add',
  'POST /api/campaign/{campaignid}/assign/{linkid}',
  'PUT /api/campaign/{id}/update',
  'DELETE /api/campaign/{id}/delete',
  'GET /api/channels',
  'GET /api/channel/{id}',
  'POST /api/channel/add',
  'POST /api/channel/{channelid}/assign/{type}/{itemid}',
  'PUT /api/channel/{id}/update',
  'DELETE /api/channel/{id}/delete',
  'GET /api/splash',
  'GET /api/pixels',
  'POST /api/pixel/add',
  'PUT /api/pixel/{id}/update',
  'DELETE /api/pixel/{id}/delete',
  'GET /api/qr',
  'GET /api/qr/{id}',
  'POST /api/qr/add',
  'PUT /api/qr/{id}/update',
  'DELETE /api/qr/{id}/delete',
  'POST /webhook/{provider}',
])
