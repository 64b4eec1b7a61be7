import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command of a shell block in the documentation, as it is there. */
export interface DocCommand {
  file: string
  /** The heading that the block is below. */
  heading: string
  /** Line of the file, from 1. */
  line: number
  text: string
}

/** All commands of the blocks marked `sh`, in their order. Throws if a block is not marked with its language. */
export function listCommands(repository: string): DocCommand[] {
  const files = globSync(['*.md', 'docs/*.md', 'sdk/*.md', 'tools/*/*.md'], { cwd: repository })
  return files.toSorted().flatMap((file) => commandsOf(file, readFileSync(join(repository, file), 'utf8')))
}

function commandsOf(file: string, text: string): DocCommand[] {
  const found: DocCommand[] = []
  let heading = ''
  let language: string | undefined
  let isContinued = false
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(line)
    if (fence) {
      const isOpening = language === undefined
      if (isOpening && !/^[a-z]+$/.test(fence[1] ?? ''))
        throw new Error(`${file}:${index + 1}: a block without language`)
      language = isOpening ? fence[1] : undefined
    } else if (language === undefined) heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
    else if (language === 'sh' && line.trim() !== '') {
      const last = found.at(-1)
      if (isContinued && last) last.text += `\n${line}`
      else found.push({ file, heading, line: index + 1, text: line })
      isContinued = line.endsWith('\\')
    }
  }
  return found
}
