import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server'
import { release } from '../contract.ts'
import { type Entry, entriesOf, type OpenApi } from '../openapi/model.ts'
import { type ApiRequest, requestOf } from './tool-calls.ts'
import { type ApiReply, resultOf } from './tool-results.ts'
import { inputSchema, outputSchema } from './tool-schemas.ts'
import { TOOLS, type ToolDefinition } from './tools.ts'

const INSTRUCTIONS =
  'Short links, QR codes and campaigns of one account. Times are in UTC. Records are referred to by `id`; find_links finds the id of a link by its short URL. Write only what the user asked for.'
// Tools change only with a new version of the service.
const LISTED_FOR_MS = 3_600_000

/** Sends requests to the API as the caller of the current request. */
export interface Api {
  call(request: ApiRequest): Promise<ApiReply>
  /** The picture of a QR code as PNG, by its URL; undefined if it is too large. */
  readPicture(url: string): Promise<Buffer | undefined>
}

interface CatalogEntry {
  definition: ToolDefinition
  /** The operation of the tool. */
  entry: Entry
  /** The tool as clients list it. */
  tool: Tool
}

/** The tools by name, with the schemas of their operations. */
export function createCatalog(document: OpenApi): Map<string, CatalogEntry> {
  const entries = new Map(entriesOf(document).map((entry) => [entry.operation.operationId, entry]))
  return new Map(
    TOOLS.map((definition) => {
      const { name, title, description, hints, operationId } = definition
      const entry = entries.get(operationId)
      if (!entry) throw new Error(`${name} has no operation ${operationId}`)
      const tool = {
        name,
        title,
        description,
        inputSchema: inputSchema(document, entry, definition),
        outputSchema: outputSchema(document, entry),
        annotations: { title, ...hints },
      } as Tool
      return [name, { definition, entry, tool }]
    }),
  )
}

/**
 * The Model Context Protocol over HTTP without sessions: every request has a server of its own. `documentOf` is called
 * for the first request that needs the tools.
 */
export function createToolServer(documentOf: () => OpenApi, api: Api): McpHttpHandler {
  let catalog: Map<string, CatalogEntry> | undefined
  const tools = () => {
    catalog ??= createCatalog(documentOf())
    return catalog
  }

  const callTool = async (name: string, given: Record<string, unknown>): Promise<CallToolResult> => {
    const known = tools().get(name)
    if (!known) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
    const { definition, entry } = known
    const reply = await api.call(requestOf(entry, definition, given))
    if (!definition.hasPicture || !reply.isSuccess) return resultOf(reply)
    const { link, details } = JSON.parse(reply.body.toString()) as { link?: string; details?: { link: string } }
    return resultOf(reply, await api.readPicture(link ?? details?.link ?? ''))
  }

  const createServer = () => {
    const server = new Server(
      { name: 'waymark', title: 'Waymark', version: release },
      {
        capabilities: { tools: {} },
        instructions: INSTRUCTIONS,
        cacheHints: { 'tools/list': { ttlMs: LISTED_FOR_MS, cacheScope: 'public' } },
      },
    )
    server.setRequestHandler('tools/list', () => ({ tools: [...tools().values()].map(({ tool }) => tool) }))
    server.setRequestHandler('tools/call', ({ params }) => callTool(params.name, params.arguments ?? {}))
    return server
  }
  // Nothing changes while the service runs, so there is nothing to subscribe to.
  return createMcpHandler(createServer, { maxSubscriptions: 0, keepAliveMs: 0 })
}
