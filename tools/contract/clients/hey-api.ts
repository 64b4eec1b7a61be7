import { createClient, createConfig } from '../generated/hey-api/client/index.ts'
import * as sdk from '../generated/hey-api/sdk.gen.ts'
import { bodies, type Crud, same, there } from './crud.ts'

function must<T>(answer: { data?: T; error?: unknown }): NonNullable<T> {
  if (answer.data === undefined || answer.data === null) throw new Error(JSON.stringify(answer.error))
  return answer.data
}

/** @hey-api/openapi-ts. */
export function heyApi(baseUrl: string, key: string, run: string): Record<string, Crud> {
  const client = createClient(createConfig({ baseUrl, auth: key }))
  const body = bodies(run)
  return {
    link: {
      create: async () =>
        must(await sdk.createLink({ client, body: { ...body.link, parameters: [...body.link.parameters] } })).id,
      read: async (id) => same(must(await sdk.getLink({ client, path: { id } })).details.id, id),
      update: async (id) => void must(await sdk.updateLink({ client, path: { id }, body: body.linkChange })),
      remove: async (id) => void must(await sdk.deleteLink({ client, path: { id } })),
    },
    qr: {
      create: async () => must(await sdk.createQrCode({ client, body: body.qr })).id,
      read: async (id) => same(must(await sdk.getQrCode({ client, path: { id } })).details.id, id),
      update: async (id) =>
        void must(
          await sdk.updateQrCode({ client, path: { id }, body: { ...body.qrChange, data: [...body.qrChange.data] } }),
        ),
      remove: async (id) => void must(await sdk.deleteQrCode({ client, path: { id } })),
    },
    bio: {
      create: async () => must(await sdk.createBio({ client, body: body.bio })).id,
      read: async (id) => same(must(await sdk.getBio({ client, path: { id } })).details.id, id),
      update: async (id) => void must(await sdk.updateBio({ client, path: { id }, body: body.bioChange })),
      remove: async (id) => void must(await sdk.deleteBio({ client, path: { id } })),
    },
    campaign: {
      create: async () => must(await sdk.createCampaign({ client, body: body.campaign })).id,
      read: async (id) => there(must(await sdk.listCampaigns({ client, query: { limit: 1000 } })).data.campaigns, id),
      update: async (id) => void must(await sdk.updateCampaign({ client, path: { id }, body: body.campaignChange })),
      remove: async (id) => void must(await sdk.deleteCampaign({ client, path: { id } })),
    },
    channel: {
      create: async () => must(await sdk.createChannel({ client, body: body.channel })).id,
      read: async (id) => there(must(await sdk.listChannels({ client, query: { limit: 1000 } })).data.channels, id),
      update: async (id) => void must(await sdk.updateChannel({ client, path: { id }, body: body.channelChange })),
      remove: async (id) => void must(await sdk.deleteChannel({ client, path: { id } })),
    },
    domain: {
      create: async () => must(await sdk.createDomain({ client, body: body.domain })).id,
      read: async (id) => there(must(await sdk.listDomains({ client, query: { limit: 1000 } })).data.domains, id),
      update: async (id) => void must(await sdk.updateDomain({ client, path: { id }, body: body.domainChange })),
      remove: async (id) => void must(await sdk.deleteDomain({ client, path: { id } })),
    },
    overlay: {
      create: async () => must(await sdk.createOverlay({ client, body: body.overlay })).id,
      read: async (id) => there(must(await sdk.listOverlays({ client, query: { limit: 1000 } })).data.cta, id),
      update: async (id) => void must(await sdk.updateOverlay({ client, path: { id }, body: body.overlayChange })),
      remove: async (id) => void must(await sdk.deleteOverlay({ client, path: { id } })),
    },
    splash: {
      create: async () => must(await sdk.createSplash({ client, body: body.splash })).id,
      read: async (id) => there(must(await sdk.listSplash({ client, query: { limit: 1000 } })).data.splash, id),
      update: async (id) => void must(await sdk.updateSplash({ client, path: { id }, body: body.splashChange })),
      remove: async (id) => void must(await sdk.deleteSplash({ client, path: { id } })),
    },
    pixel: {
      create: async () => must(await sdk.createPixel({ client, body: body.pixel })).id,
      read: async (id) => there(must(await sdk.listPixels({ client, query: { limit: 1000 } })).data.pixels, id),
      update: async (id) => void must(await sdk.updatePixel({ client, path: { id }, body: body.pixelChange })),
      remove: async (id) => void must(await sdk.deletePixel({ client, path: { id } })),
    },
    key: {
      create: async () => {
        const id = must(await sdk.createKey({ client, body: body.key })).id
        return must(await sdk.rotateKey({ client, path: { id }, body: body.keyChange })).id
      },
      read: async (id) => there(must(await sdk.listKeys({ client, query: { limit: 1000 } })).data.keys, id),
      update: async () => {},
      remove: async (id) => void must(await sdk.deleteKey({ client, path: { id } })),
    },
  }
}
