import type { Crud } from './clients/crud.ts'
import { heyApi } from './clients/hey-api.ts'
import { openapiFetch } from './clients/openapi-fetch.ts'
import { orval } from './clients/orval.ts'
import { swaggerTypescriptApi } from './clients/swagger-typescript-api.ts'

const makers = { openapiFetch, heyApi, orval, swaggerTypescriptApi }

/** Creates, reads, updates and deletes one resource of each kind with each generated client. */
async function useClient(name: string, client: Record<string, Crud>): Promise<void> {
  for (const [noun, crud] of Object.entries(client)) {
    const step = async <T>(what: string, work: () => Promise<T>): Promise<T> =>
      work().catch((error: Error) => {
        throw new Error(`${name}, ${noun}, ${what}: ${error.message}`)
      })
    const id = await step('create', () => crud.create())
    await step('read', () => crud.read(id))
    await step('update', () => crud.update(id))
    await step('remove', () => crud.remove(id))
    const isGone = await crud.read(id).then(
      () => false,
      () => true,
    )
    if (!isGone) throw new Error(`${name}, ${noun}: it is still there after remove`)
  }
}

const [base = '', key = ''] = process.argv.slice(2)
for (const [name, make] of Object.entries(makers)) {
  const client = make(base, key, `${Date.now().toString(36)}${name.slice(0, 3).toLowerCase()}`)
  await useClient(name, client)
  process.stdout.write(`${name}: ${Object.keys(client).length} kinds\n`)
}
