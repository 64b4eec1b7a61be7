import swagger from '@fastify/swagger-ui'
import type { App } from '../parts.ts'
import type { OpenApi } from '../work/openapi/model.ts'

// Swagger UI sets style attributes; everything else comes from files of this origin, and it asks nobody else.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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
`

/** Swagger UI at /docs, with Try it out on the same origin and a key that stays until it is taken back. */
export async function swaggerUi(app: App, document: () => OpenApi): Promise<void> {
  let shown: OpenApi | undefined
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
      defaultModelsExpandDepth: 0,
    },
    transformSpecificationClone: false,
    transformSpecification: () => {
      shown ??= document()
      return shown as unknown as Record<string, unknown>
    },
  })
}
