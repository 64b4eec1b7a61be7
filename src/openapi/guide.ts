import type { Tag } from './model.ts'

/** All tags, in the order of the document. */
export const TAGS: Required<Tag>[] = [
  { name: 'Registration', description: 'Register an account and get an API key. These operations need no key.' },
  { name: 'Account', description: 'The account that the API key belongs to.' },
  { name: 'API keys', description: 'Create, rotate and delete the keys of the account. A key is shown once.' },
  { name: 'Links', description: 'Short links, their destinations by visitor and time, and their statistics.' },
  { name: 'QR codes', description: 'QR codes whose content can change after printing, and their scans.' },
  { name: 'Bio pages', description: 'Small public pages of links, texts and pictures.' },
  { name: 'Campaigns', description: 'Groups of links with a public list and a rotator that redirects to one of them.' },
  { name: 'Channels', description: 'Labeled groups of links, bio pages and QR codes.' },
  { name: 'Branded domains', description: 'Your own domains, which serve your links and pages.' },
  { name: 'CTA overlays', description: 'Call-to-action boxes shown over the destination of a link.' },
  { name: 'Splash pages', description: 'Pages shown for some seconds before the destination of a link.' },
  { name: 'Pixels', description: 'Tracking pixels that fire when a link is opened.' },
  { name: 'Statistics', description: 'Visits over time and by country, referrer and device.' },
  { name: 'Events', description: 'What changed in the account, when, and which API key did it.' },
  { name: 'Webhooks', description: 'URLs to which the events of the account are sent, signed by Standard Webhooks.' },
  {
    name: 'Jobs',
    description: 'Background jobs, such as updating the links of a deleted domain.',
  },
  { name: 'Moving', description: 'Export of everything an account has, and import from here and other services.' },
  {
    name: 'Payment webhooks',
    description: 'Receivers for the events of payment providers. A provider calls them; they need no API key.',
  },
]

/** The description at the top of the document. */
export const GUIDE = `**Get a key.** \`POST /register\` creates an account and its first API key; \`POST /login\` creates a new key by password.
The first start of a new installation prints the key of a first account. Send the key with every request:
\`Authorization: Bearer <API_KEY>\`. \`GET /api/account\` verifies a key.

**Success and failure.** Every answer has \`error\`: \`0\` is success (lists carry it as the string \`"0"\`), \`1\` is failure.
A failure is \`{error: 1, message, code, errors?}\`: \`message\` is for people, \`code\` is a stable code for programs, and
\`errors\` names every invalid field. Every success is HTTP 200.

**Limits.** 30 requests a minute for each key, unless the operator set another number. \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) come with every answer under \`/api\`. After a 429 wait for
\`Retry-After\` seconds; then up to 5 attempts, 500 ms doubling, with less than 250 ms of jitter. Bodies are at most 1 MiB.

**Repeating a write.** A write whose answer was lost can be sent again with the same \`Idempotency-Key\` (a new UUID for each
request): the same key, account and request (method, address and body) get the stored answer for 24 hours, marked
\`Idempotent-Replayed: true\`, and nothing is done twice. Another request with the key is 422. While the first one runs, the
answer is 409 with \`Retry-After\`. 401, 429 and 5xx are not stored, nor are failures of more than 4 KiB: then the request
runs again. A stored answer has no API key: that of \`createKey\` and \`rotateKey\` has the \`id\` alone. If the service is
killed during a request, what a create has made is there with its answer, or not at all; in the second case, and for other
writes, the key is in progress for two minutes, and then the next attempt runs the request.

**Pagination.** Lists have the parameters \`limit\` (default 15, at most 1000) and \`page\`, and are ordered newest first.
\`nextpage\` is the last page if there is no next one; a page past the end is empty.

**Values.** Times are UTC, \`YYYY-MM-DD HH:MM:SS\`. Body types are strict: \`"5"\` is not \`5\`. Unknown fields are ignored. In an
optional field \`null\` and \`""\` count as absent, except where an update says that \`null\` clears it; in restrictions of
keys (\`permissions\`, \`ips\`, \`domains\`) \`""\` is 400.

**Versions.** \`API-Version\` and \`App-Version\` come with every answer. Operations, parameters, fields and headers marked
\`x-addition\` extend the base document; everything else is the base document unchanged.`
