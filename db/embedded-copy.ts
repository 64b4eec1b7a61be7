import { openEmbedded } from './embedded.ts'
import { requestSnapshot } from './snapshot.ts'
import type { Store } from './store.ts'

/**
 * Opens a copy of the embedded database that another process has open, as it is at this moment. It is deleted on
 * closing. Throws DatabaseSetupError.
 */
export async function openEmbeddedCopy(dataDir: string, report: (message: string) => void): Promise<Store> {
  report('Copying the database that another process has open')
  const { path, remove } = await requestSnapshot(dataDir)
  try {
    const store = await openEmbedded(null, 'copy', { temporaryFiles: path })
    return {
      ...store,
      close: async () => {
        await store.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
