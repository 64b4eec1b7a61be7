import { pageHeaders } from '../../html/layout.ts'
import type { OpenApi } from '../../openapi/model.ts'
import { createCollection } from '../../openapi/postman.ts'
import { toYaml } from '../../openapi/yaml.ts'
import { developersPage } from '../../pages/developers.ts'
import type { App, Services } from '../../services.ts'
import { swaggerUi } from './swagger-ui.ts'

const schema = { hide: true }

/** Creates a value when it is first needed: the document is complete only once all routes are registered. */
function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

const documentOf = (app: App, url: string): OpenApi => ({
  ...(app as unknown as { swagger: () => OpenApi }).swagger(),
  servers: [{ url, description: 'This service' }],
})

/** The developer page, the Postman collection and Swagger UI. */
export async function docsRoutes(app: App, { config }: Pick<Services, 'config'>): Promise<void> {
  const page = lazy(() => developersPage(config.baseUrl, config.RATE_LIMIT_PER_MINUTE))
  const collection = lazy(() =>
    // Bytes, which concurrent responses share.
    Buffer.from(JSON.stringify(createCollection(documentOf(app, config.baseUrl), config.baseUrl), null, 2)),
  )

  app.get('/developers', { schema }, (_request, reply) => reply.headers(pageHeaders(page())).send(page().html))
  app.get('/developers/postman-collection.json', { schema }, (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="waymark.postman_collection.json"',
      })
      .send(collection()),
  )
  // A relative server URL, so that Try it out uses the origin of the page.
  await swaggerUi(app, () => ({
    ...documentOf(app, '/'),
    externalDocs: { description: 'Quick start, limits, errors and versions', url: '/developers' },
  }))
}

/** The OpenAPI document as `.json` and `.yaml`, under the prefix `/openapi`. */
export function documentRoutes(app: App, { config }: Pick<Services, 'config'>): void {
  const json = lazy(() => JSON.stringify(documentOf(app, config.baseUrl)))
  const yaml = lazy(() => toYaml(documentOf(app, config.baseUrl)))

  app.get('.json', { schema }, (_request, reply) => reply.type('application/json; charset=utf-8').send(json()))
  app.get('.yaml', { schema }, (_request, reply) => reply.type('application/yaml; charset=utf-8').send(yaml()))
}
