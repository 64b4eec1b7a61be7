import { failureCodes } from '../errors/codes.ts'

const HEAD = `# Failures

A failure is \`{"error": 1, "message": …, "code": …, "errors": […]}\`. \`message\` is for people, \`code\` for programs: it is one of the
codes below, whose meaning never changes. \`errors\` lists every invalid field. openapi.yaml lists the codes of each operation and
status.

This page is generated from src/errors/codes.ts by \`npm run openapi\`.

| code | status | cause | cure |
|---|---|---|---|
`

/** The content of docs/errors.md: a table of the failure codes in responses. */
export function failuresPage(): string {
  const rows = Object.entries(failureCodes)
    .filter(([, { isCliOnly }]) => !isCliOnly)
    .map(([code, { status, cause, cure }]) => `| \`${code}\` | ${status} | ${cause} | ${cure} |\n`)
  return HEAD + rows.join('')
}
