/** A text of a block of a bio page in which Markdown may have links; `path` is that of the field. */
interface LinkingText {
  path: string
  text: string
}

type Members = Record<string, unknown>

/** The texts of a block that may have links. The block may not be validated yet. */
export function linkingTexts({ type, text, consent, items }: Members): LinkingText[] {
  const answers = type === 'faq' && Array.isArray(items) ? items.map((item: Members | null) => item?.['answer']) : []
  const texts: [string, unknown][] = [
    ...(type === 'text' ? ([['/text', text]] satisfies [string, unknown][]) : []),
    ...(type === 'form' ? ([['/consent', consent]] satisfies [string, unknown][]) : []),
    ...answers.map((answer, i): [string, unknown] => [`/items/${i}/answer`, answer]),
  ]
  return texts.flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []))
}
