import compress from '@fastify/compress'
import type { FastifyReply } from 'fastify'
import type { App } from '../services.ts'

const options = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  /** Bytes. Smaller replies fit into one packet anyway. */
  threshold: 1024,
  // Compressed bodies of requests could be of any size when decompressed.
  globalDecompression: false,
}

/** Compresses the text replies of all routes of a scope for clients that accept it. */
export async function compressReplies(scope: App): Promise<void> {
  await scope.register(compress, options)
}

/** Lets the routes of a scope compress single replies, with `sendCompressed`. */
export async function allowCompression(scope: App): Promise<void> {
  await scope.register(compress, { ...options, global: false })
}

/** Sends a text, compressed if the client accepts it and the scope allows compression. */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply {
  // Not there in handlers of unknown routes.
  const { compress } = reply as Partial<FastifyReply>
  return typeof compress === 'function' ? (compress.call(reply, text) as unknown as FastifyReply) : reply.send(text)
}
