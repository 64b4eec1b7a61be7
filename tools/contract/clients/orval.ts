import * as api from '../generated/orval/client.ts'
import { bodies, type Crud, same, there } from './crud.ts'

function must<A extends { status: number; data: unknown }>(answer: A): Extract<A, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data))
  return answer.data
}

/** orval, with its fetch client. */
export function orval(baseUrl: string, key: string, run: string): Record<string, Crud> {
  // orval generates relative URLs and leaves authentication to the caller.
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const address = String(input)
    if (!address.startsWith('http://contract.invalid')) return fetch(input, init)
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${key}`)
    return fetch(address.replace('http://contract.invalid', baseUrl), { ...init, headers })
  }
  const body = bodies(run)
  return {
    link: {
      create: async () => must(await api.createLink({ ...body.link, parameters: [...body.link.parameters] })).id,
      read: async (id) => same(must(await api.getLink(id)).details.id, id),
      update: async (id) => void must(await api.updateLink(id, body.linkChange)),
      remove: async (id) => void must(await api.deleteLink(id)),
    },
    qr: {
      create: async () => must(await api.createQrCode(body.qr)).id,
      read: async (id) => same(must(await api.getQrCode(id)).details.id, id),
      update: async (id) => void must(await api.updateQrCode(id, { ...body.qrChange, data: [...body.qrChange.data] })),
      remove: async (id) => void must(await api.deleteQrCode(id)),
    },
    bio: {
      create: async () => must(await api.createBio(body.bio)).id,
      read: async (id) => same(must(await api.getBio(id)).details.id, id),
      update: async (id) => void must(await api.updateBio(id, body.bioChange)),
      remove: async (id) => void must(await api.deleteBio(id)),
    },
    campaign: {
      create: async () => must(await api.createCampaign(body.campaign)).id,
      read: async (id) => there(must(await api.listCampaigns({ limit: 1000 })).data.campaigns, id),
      update: async (id) => void must(await api.updateCampaign(id, body.campaignChange)),
      remove: async (id) => void must(await api.deleteCampaign(id)),
    },
    channel: {
      create: async () => must(await api.createChannel(body.channel)).id,
      read: async (id) => there(must(await api.listChannels({ limit: 1000 })).data.channels, id),
      update: async (id) => void must(await api.updateChannel(id, body.channelChange)),
      remove: async (id) => void must(await api.deleteChannel(id)),
    },
    domain: {
      create: async () => must(await api.createDomain(body.domain)).id,
      read: async (id) => there(must(await api.listDomains({ limit: 1000 })).data.domains, id),
      update: async (id) => void must(await api.updateDomain(id, body.domainChange)),
      remove: async (id) => void must(await api.deleteDomain(id)),
    },
    overlay: {
      create: async () => must(await api.createOverlay(body.overlay)).id,
      read: async (id) => there(must(await api.listOverlays({ limit: 1000 })).data.cta, id),
      update: async (id) => void must(await api.updateOverlay(id, body.overlayChange)),
      remove: async (id) => void must(await api.deleteOverlay(id)),
    },
    splash: {
      create: async () => must(await api.createSplash(body.splash)).id,
      read: async (id) => there(must(await api.listSplash({ limit: 1000 })).data.splash, id),
      update: async (id) => void must(await api.updateSplash(id, body.splashChange)),
      remove: async (id) => void must(await api.deleteSplash(id)),
    },
    pixel: {
      create: async () => must(await api.createPixel(body.pixel)).id,
      read: async (id) => there(must(await api.listPixels({ limit: 1000 })).data.pixels, id),
      update: async (id) => void must(await api.updatePixel(id, body.pixelChange)),
      remove: async (id) => void must(await api.deletePixel(id)),
    },
    key: {
      create: async () => {
        const id = must(await api.createKey(body.key)).id
        return must(await api.rotateKey(id, body.keyChange)).id
      },
      read: async (id) => there(must(await api.listKeys({ limit: 1000 })).data.keys, id),
      update: async () => {},
      remove: async (id) => void must(await api.deleteKey(id)),
    },
  }
}
