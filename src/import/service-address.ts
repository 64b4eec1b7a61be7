/**
 * The address of a self-hosted service, such as `https://example.com/shlink`: https unless it says otherwise, without a
 * query and the path of its API, which people copy with it.
 */
export function serviceAddress(host: string): string {
  const { origin, pathname } = new URL(host.includes('://') ? host : `https://${host}`)
  return origin + pathname.replace(/\/+$/, '').replace(/\/(?:rest|api)(?:\/v\d+)?$/, '')
}
