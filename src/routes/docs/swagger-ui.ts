import swagger from '@fastify/swagger-ui'
import type { OpenApi } from '../../openapi/model.ts'
import { toYaml } from '../../openapi/yaml.ts'
import type { App } from '../../services.ts'
import { type File, lazyFile, sendFile } from './file.ts'

// All files are from this origin. Swagger UI sets styles through the DOM API, which the policy does not forbid.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const STYLE = `
.swagger-ui .info { margin: 30px 0 20px }
.swagger-ui .info .main .link { display: none }
.swagger-ui .opblock .opblock-summary-description { text-align: left }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0 }
  .swagger-ui .opblock-summary-method { min-width: 64px; padding: 6px 0 }
  .swagger-ui .parameters-container, .swagger-ui .responses-inner { overflow-x: auto; padding: 10px }
  .swagger-ui table.parameters > tbody > tr, .swagger-ui table.responses-table > tbody > tr { display: flex; flex-wrap: wrap }
  .swagger-ui table.parameters > tbody > tr > td, .swagger-ui table.responses-table > tbody > tr > td { flex: 1 1 100%; min-width: 0; padding: 6px 0 }
  .swagger-ui table.parameters thead, .swagger-ui table.responses-table > thead { display: none }
  .swagger-ui .response-col_links:has(> i) { display: none }
  .swagger-ui table.headers td, .swagger-ui table.headers th { padding: 4px 8px 4px 0; overflow-wrap: anywhere }
}
`

const CHARSET = '<meta charset="UTF-8">'
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'

/** Swagger UI at /docs, with Try it out on the same origin and an API key that the browser remembers. */
export async function swaggerUi(app: App, document: () => OpenApi): Promise<void> {
  const files: Record<string, { file: () => File; type: string }> = {
    '/docs/json': { file: lazyFile(() => JSON.stringify(document())), type: 'application/json; charset=utf-8' },
    '/docs/yaml': { file: lazyFile(() => toYaml(document())), type: 'application/x-yaml' },
  }
  // Adds a viewport, which the page lacks: phones would show it 980 pixels wide.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isPage = typeof payload === 'string' && /^text\/html/.test(String(reply.getHeader('content-type')))
    done(null, isPage ? payload.replace(CHARSET, `${CHARSET}\n      ${VIEWPORT}`) : payload)
  })
  await app.register(swagger, {
    routePrefix: '/docs',
    staticCSP: POLICY,
    theme: { title: 'Waymark API', css: [{ filename: 'waymark.css', content: STYLE }] },
    uiConfig: {
      layout: 'BaseLayout',
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      deepLinking: true,
      docExpansion: 'list',
      filter: true,
      showExtensions: true,
      defaultModelsExpandDepth: 0,
    },
    uiHooks: {
      // The plugin would write the document again for each request.
      async preHandler(request, reply) {
        const found = files[request.routeOptions.url ?? '']
        return found && sendFile(request, reply, found.file(), found.type)
      },
    },
  })
}
