import { failureCodes } from '../errors/codes.ts'

const HEAD = `# Failures

A failure is \`{"error": 1, "message": …, "code": …, "errors": […]}\`. \`message\` is for people, \`code\` for programs: it is one of the
words below and never changes its meaning. \`errors\` lists every field that is not valid. openapi.yaml says for each operation
and status which codes it can answer with.

This page is generated from src/errors/codes.ts by \`npm run openapi\`.

| code | status | cause | cure |
|---|---|---|---|
`

/** docs/errors.md: a table of every failure code that a request can be answered with. */
export function failuresPage(): string {
  const rows = Object.entries(failureCodes)
    .filter(([, { isCliOnly }]) => !isCliOnly)
    .map(([code, { status, cause, cure }]) => `| \`${code}\` | ${status} | ${cause} | ${cure} |\n`)
  return HEAD + rows.join('')
}
