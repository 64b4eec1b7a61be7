import { history, versionHeaders } from '../contract.ts'
import { type Html, html } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import { PLAIN_LOOK } from '../html/look.ts'
import { BLAZE } from '../html/ornaments.ts'

const STYLE = `
main{max-width:48rem;margin-block:0;gap:1rem}
h2{margin-top:1.75rem}
h3{margin-top:.5rem}
ul{margin:0;padding-left:1.25rem;display:grid;gap:.4rem}
pre{width:100%;margin:0;padding:1rem 1.15rem;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow-wrap:normal;tab-size:2}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.9em}
.scroll{width:100%;overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:.5rem .9rem .5rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-size:.875rem;color:var(--soft);font-weight:600}
th,td{overflow-wrap:break-word;word-break:normal}
td:first-child,.when{white-space:nowrap}
`

const code = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`

const curl = (base: string) => `# 1. An account and its API key
curl -s ${base}/register -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.com","username":"ada","password":"correct horse battery"}'

export WAYMARK_KEY=wm_…

# 2. A short link
curl -s ${base}/api/url/add -H "Authorization: Bearer $WAYMARK_KEY" \\
  -H 'Content-Type: application/json' -d '{"url":"https://example.com/summer"}'

# 3. Its statistics, by the \`id\` of the answer
curl -s ${base}/api/url/1 -H "Authorization: Bearer $WAYMARK_KEY"`

const javascript = (base: string) => `async function api(method, path, body) {
  const response = await fetch('${base}' + path, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.WAYMARK_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  if (Number(answer.error) !== 0) throw new Error(answer.message)
  return answer
}

const { id, shorturl } = await api('POST', '/api/url/add', { url: 'https://example.com/summer' })
console.log(shorturl)
const { data } = await api('GET', \`/api/url/\${id}\`)
console.log(data.clicks)`

const python = (base: string) => `import json, os, urllib.request

def api(method, path, body=None):
    request = urllib.request.Request(
        "${base}" + path,
        method=method,
        data=json.dumps(body).encode() if body is not None else None,
        headers={
            "Authorization": "Bearer " + os.environ["WAYMARK_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)

link = api("POST", "/api/url/add", {"url": "https://example.com/summer"})
print(link["shorturl"])
print(api("GET", f"/api/url/{link['id']}")["data"]["clicks"])`

const statuses: [number, string][] = [
  [400, 'The input is not valid, or not JSON. `errors` names every invalid field.'],
  [401, 'The API key is missing, unknown, expired or revoked.'],
  [403, 'The API key, the plan or a setting does not allow this.'],
  [404, 'There is no such route, or no such record in your account.'],
  [409, 'An alias, slug, domain, e-mail address or user name is taken.'],
  [413, 'The body is larger than 1 MiB.'],
  [415, 'The body is not sent as JSON.'],
  [429, 'Too many requests. Wait for `Retry-After` seconds.'],
  [503, 'The database is away, or the service restarts. `message` says whether a change may have been made.'],
]

/** Text with `code` in backticks. */
const inline = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** The page for developers of API clients. `base` is the URL of the service, `rate` the allowed requests per minute. */
export function developersPage(base: string, rate: number): Page {
  return page({
    look: PLAIN_LOOK,
    title: 'Waymark for developers',
    style: STYLE,
    listed: true,
    body: html`<main>
${BLAZE}
<h1>Waymark for developers</h1>
<p class="soft">Short links, QR codes, bio pages and campaigns over one JSON API at <code>${base}/api</code>.</p>
<ul>
<li><a href="/docs">Swagger UI</a>: every operation, to read and to try</li>
<li><a href="/openapi.yaml">openapi.yaml</a> and <a href="/openapi.json">openapi.json</a>: the OpenAPI 3.1 document</li>
<li><a href="/developers/postman-collection.json">Postman collection</a>: set <code>base_url</code>, then run it from top to bottom</li>
<li>A typed client for JavaScript and TypeScript, <code>waymark-client</code>, in the folder <code>sdk</code> of the source</li>
</ul>

<h2>Quick start</h2>
<h3>curl</h3>
${code(curl(base))}
<h3>JavaScript</h3>
${code(javascript(base))}
<h3>Python</h3>
${code(python(base))}

<h2>Errors</h2>
<p>${inline('Every answer has `error`. `0` is success (lists carry it as the string `"0"`), `1` is failure. A failure has a `message` for people and a `code` for programs:')}</p>
${code('{\n  "error": 1,\n  "message": "name is required.",\n  "code": "invalid_request",\n  "errors": [{ "path": "/name", "message": "is required" }]\n}')}
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${statuses.map(([status, meaning]) => html`<tr><td>${status}</td><td>${inline(meaning)}</td></tr>`)}</tbody>
</table></div>

<h2>Limits</h2>
<ul>
<li>${inline(`${rate} requests a minute for each API key. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) come with every answer under \`/api\`.`)}</li>
<li>${inline('After a 429 wait for `Retry-After` seconds, then try up to 5 times: 500 ms, doubled each time, with less than 250 ms of random jitter. Writes that are not urgent can wait in a queue.')}</li>
<li>${inline('Lists have 15 records per page; `limit` can be up to 1000, `page` is the page number.')}</li>
<li>Bodies are at most 1 MiB, texts 255 characters, descriptions 2,000, URLs 2,048.</li>
</ul>

<h2>Versions</h2>
<p>${inline(`Every answer carries \`API-Version: ${versionHeaders['API-Version']}\` and \`App-Version: ${versionHeaders['App-Version']}\`. URLs contain no version. Within v1, fields and operations are added but never removed or changed, so clients should ignore unknown fields.`)}</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Version</th><th scope="col">Date</th><th scope="col">Change</th></tr></thead>
<tbody>${history.map(({ version, date, change }) => html`<tr><td>${version}</td><td class="when">${date}</td><td>${inline(change)}</td></tr>`)}</tbody>
</table></div>
</main>`,
  })
}
