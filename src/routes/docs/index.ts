import { pageHeaders } from '../../html/layout.ts'
import type { OpenApi } from '../../openapi/model.ts'
import { createCollection } from '../../openapi/postman.ts'
import { toYaml } from '../../openapi/yaml.ts'
import { developersPage } from '../../pages/developers.ts'
import type { App, Services } from '../../services.ts'
import { swaggerUi } from './swagger-ui.ts'

const schema = { hide: true }

/** Makes a value when it is first asked for. The document is only whole once every route is there. */
function later<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const documentOf = (app: App, url: string): OpenApi => ({
  ...(app as unknown as { swagger: () => OpenApi }).swagger(),
  servers: [{ url, description: 'This service' }],
})

/** What people and tools read before they call the API; `published` lets scripts of other origins read the documents. */
export async function docsRoutes(app: App, { config }: Pick<Services, 'config'>): Promise<void> {
  const page = later(() => developersPage(config.baseUrl, config.RATE_LIMIT_PER_MINUTE))
  const collection = later(() =>
    JSON.stringify(createCollection(documentOf(app, config.baseUrl), config.baseUrl), null, 2),
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
  // Relative, so that Try it out asks the origin the page came from, by whichever name it was reached.
  await swaggerUi(app, () => ({
    ...documentOf(app, '/'),
    externalDocs: { description: 'Quick start, limits, errors and versions', url: '/developers' },
  }))
}

/** The document itself, below the prefix `/openapi`. */
export function documentRoutes(app: App, { config }: Pick<Services, 'config'>): void {
  const json = later(() => JSON.stringify(documentOf(app, config.baseUrl)))
  const yaml = later(() => toYaml(documentOf(app, config.baseUrl)))

  app.get('.json', { schema }, (_request, reply) => reply.type('application/json; charset=utf-8').send(json()))
  app.get('.yaml', { schema }, (_request, reply) => reply.type('application/yaml; charset=utf-8').send(yaml()))
}
