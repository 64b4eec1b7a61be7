/** Constants of the API contract, sent with every answer. They are never taken from package.json: our own release is another matter. */
export const versionHeaders = { 'API-Version': 'v1', 'App-Version': '7.3.1' } as const

/** `info.version` of the published document: the base document's history ends at 1.2.0, each of our additions raises the minor. */
export const documentVersion = '1.3.0'

/** Our own release, shown by /readyz and the CLI. */
export const release = '0.1.0'
