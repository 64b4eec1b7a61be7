import type { PGlite } from '@electric-sql/pglite'

const BLOCK = 65_536
const ZEROS = Buffer.alloc(BLOCK)
// An engine that has grown more than this is not worth its memory.
const MAX_BYTES = 512 * 1024 * 1024

interface FileNode {
  parent: FileNode
  name: string
  name_next: FileNode | undefined
  mode: number
  mount: unknown
  mounted: unknown
  mtime: number
  usedBytes: number
  contents: Uint8Array | Record<string, FileNode>
}
interface Stream {
  fd: number | null
  position: number
  flags: number
}
/** The parts of the engine's WebAssembly module that have its state. */
interface Machine {
  HEAPU8: Uint8Array<ArrayBuffer>
  stackSave(): number
  stackRestore(pointer: number): void
  FS: {
    root: FileNode
    nameTable: (FileNode | undefined)[]
    streams: (Stream | null | undefined)[]
    isDir(mode: number): boolean
    isFile(mode: number): boolean
    open(path: unknown, ...rest: unknown[]): unknown
  }
}

/** The bytes of the memory up to the last that is not zero, in whole blocks. */
function usedMemory({ HEAPU8: memory }: Machine): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(memory.buffer)
  let end = bytes.length
  while (end > 0 && bytes.compare(ZEROS, 0, BLOCK, end - BLOCK, end) === 0) end -= BLOCK
  return memory.subarray(0, end)
}

/** Keeps the files of the engine, which are in memory; returns a function that restores them. */
function keepFiles({ FS }: Machine): () => void {
  const restores: (() => void)[] = []
  const keep = (node: FileNode) => {
    const { parent, name, mode, usedBytes, contents } = node
    if (node.mounted || node.mount !== FS.root.mount) return
    restores.push(() => Object.assign(node, { parent, name, mode }))
    if (FS.isDir(mode)) {
      const entries = { ...(contents as Record<string, FileNode>) }
      restores.push(() => Object.assign(node, { contents: { ...entries } }))
      for (const child of Object.values(entries)) keep(child)
    } else if (FS.isFile(mode)) {
      const bytes = contents as Uint8Array
      const copy = Uint8Array.from(bytes.subarray(0, usedBytes))
      // Every write sets it.
      node.mtime = 0
      restores.push(() => {
        if (node.mtime === 0 && node.contents === bytes && node.usedBytes === usedBytes) return
        bytes.set(copy)
        bytes.fill(0, usedBytes)
        Object.assign(node, { contents: bytes, usedBytes, mtime: 0 })
      })
    }
  }
  keep(FS.root)
  const chains = Array.from(FS.nameTable, (first) => {
    const chain: FileNode[] = []
    for (let node = first; node; node = node.name_next) chain.push(node)
    return chain
  })
  return () => {
    for (const restore of restores) restore()
    for (const [i, chain] of chains.entries()) {
      FS.nameTable[i] = chain[0]
      for (const [j, node] of chain.entries()) node.name_next = chain[j + 1]
    }
  }
}

/** Keeps which files are open, and where; returns a function that restores it. */
function keepStreams({ FS }: Machine): () => void {
  const streams = FS.streams.map((stream) => stream && { stream, position: stream.position, flags: stream.flags })
  return () => {
    FS.streams.length = 0
    for (const [fd, kept] of streams.entries())
      FS.streams[fd] = kept && Object.assign(kept.stream, { fd, position: kept.position, flags: kept.flags })
  }
}

/**
 * Keeps the whole state of an idle engine whose files are in memory. The function that it returns puts the engine back
 * into this state, byte for byte; it returns false if the engine has loaded a library since, or has grown too large.
 */
export function keepImage(pglite: PGlite): () => boolean {
  const machine = pglite.Module as unknown as Machine
  const memory = usedMemory(machine).slice()
  const stack = machine.stackSave()
  const restoreFiles = keepFiles(machine)
  const restoreStreams = keepStreams(machine)
  // What a library has in the memory is not in this image, but the engine would take it for loaded.
  let hasNewLibrary = false
  const { open } = machine.FS
  machine.FS.open = (path, ...rest) => {
    hasNewLibrary ||= String(path).endsWith('.so')
    return open(path, ...rest)
  }
  return () => {
    if (hasNewLibrary || machine.HEAPU8.length > MAX_BYTES) return false
    usedMemory(machine).fill(0, memory.length)
    machine.HEAPU8.set(memory)
    machine.stackRestore(stack)
    restoreFiles()
    restoreStreams()
    return true
  }
}
