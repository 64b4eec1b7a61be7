import { buildApp } from '../../src/app.ts'
import { unopenedServices } from '../../src/startup/unopened-services.ts'

/** A call that registers a route: its URL with all prefixes, and the position of the name of the called method. */
export interface RouteCall {
  url: string
  file: string
  line: number
  column: number
}

/**
 * Registers all routes, and returns the calls in src/ that did. Routes of packages, such as Swagger UI, are not in it.
 */
export async function routeCalls(root: string): Promise<RouteCall[]> {
  const calls: RouteCall[] = []
  Error.stackTraceLimit = 100
  // A hook in src/app.ts reserves the path of each route while the call that registers the route is on the stack.
  const reserve = (url: string) => {
    const frames = [...(new Error().stack ?? '').matchAll(/file:\/\/(\S+?):(\d+):(\d+)/g)].flatMap(
      ([, path = '', line, column]) =>
        path.startsWith(`${root}src/`)
          ? [{ file: path.slice(root.length), line: Number(line), column: Number(column) }]
          : [],
    )
    const [hook, call] = frames
    if (hook?.file === 'src/app.ts' && call) calls.push({ url, ...call })
  }
  await buildApp(unopenedServices({ aliases: { reserve, isReserved: () => false, generate: () => '' } }))
  return calls
}
