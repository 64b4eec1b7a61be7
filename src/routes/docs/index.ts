import { pageHeaders } from '../../html/layout.ts'
import type { OpenApi } from '../../openapi/model.ts'
import { createCollection } from '../../openapi/postman.ts'
import { toYaml } from '../../openapi/yaml.ts'
import { developersPage } from '../../pages/developers.ts'
import type { App, Services } from '../../services.ts'
import { lazy, lazyFile, sendFile } from './file.ts'
import { swaggerUi } from './swagger-ui.ts'

const schema = { hide: true }
const JSON_TYPE = 'application/json; charset=utf-8'

const documentOf = (app: App, url: string): OpenApi => ({
  ...(app as unknown as { swagger: () => OpenApi }).swagger(),
  servers: [{ url, description: 'This service' }],
})

/** The developer page, the Postman collection and Swagger UI. */
export async function docsRoutes(app: App, { config }: Pick<Services, 'config'>): Promise<void> {
  const page = lazy(() => developersPage(config.baseUrl, config.RATE_LIMIT_PER_MINUTE))
  const collection = lazyFile(() =>
    JSON.stringify(createCollection(documentOf(app, config.baseUrl), config.baseUrl), null, 2),
  )

  app.get('/developers', { schema }, (_request, reply) => reply.headers(pageHeaders(page())).send(page().html))
  app.get('/developers/postman-collection.json', { schema }, (request, reply) => {
    reply.header('Content-Disposition', 'attachment; filename="waymark.postman_collection.json"')
    return sendFile(request, reply, collection(), JSON_TYPE)
  })
  // A relative server URL, so that Try it out uses the origin of the page.
  await swaggerUi(app, () => ({
    ...documentOf(app, '/'),
    externalDocs: { description: 'Quick start, limits, errors and versions', url: '/developers' },
  }))
}

/** The OpenAPI document as `.json` and `.yaml`, under the prefix `/openapi`. */
export function documentRoutes(app: App, { config }: Pick<Services, 'config'>): void {
  const json = lazyFile(() => JSON.stringify(documentOf(app, config.baseUrl)))
  const yaml = lazyFile(() => toYaml(documentOf(app, config.baseUrl)))

  app.get('.json', { schema }, (request, reply) => sendFile(request, reply, json(), JSON_TYPE))
  app.get('.yaml', { schema }, (request, reply) => sendFile(request, reply, yaml(), 'application/yaml; charset=utf-8'))
}
