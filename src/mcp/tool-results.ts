import type { CallToolResult } from '@modelcontextprotocol/server'

/** A reply of the API. */
export interface ApiReply {
  isSuccess: boolean
  retryAfter: string | undefined
  body: Buffer
}

const MAX_RESULT_BYTES = 256 * 1024

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

/** The result of a tool whose operation failed, with the message of the API and each field that is invalid. */
function failedCall({ body, retryAfter }: ApiReply): CallToolResult {
  const {
    message,
    code,
    errors = [],
  } = JSON.parse(body.toString()) as {
    message: string
    code: string
    errors?: { path: string; message: string }[]
  }
  const faults = errors.map((fault) => `- ${fault.path}: ${fault.message}`)
  const wait = retryAfter === undefined ? [] : [`Try again after ${retryAfter} seconds.`]
  return failed([`${message} (${code})`, ...faults, ...wait].join('\n'))
}

/**
 * The result of a tool: the reply as structured content and, for clients without it, as text; then the picture, if any.
 */
export function resultOf(reply: ApiReply, picture?: Buffer): CallToolResult {
  if (!reply.isSuccess) return failedCall(reply)
  if (reply.body.length > MAX_RESULT_BYTES)
    return failed(
      `The result has ${reply.body.length} bytes, more than the ${MAX_RESULT_BYTES} of a tool: ask for less, for example with a lower \`limit\` or a shorter span of time.`,
    )
  const text = reply.body.toString()
  return {
    content: [
      { type: 'text', text },
      ...(picture ? [{ type: 'image' as const, data: picture.toString('base64'), mimeType: 'image/png' }] : []),
    ],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  }
}
