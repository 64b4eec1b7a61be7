import createClient from 'openapi-fetch'
import type { paths } from '../generated/openapi-typescript/schema.ts'
import { bodies, type Crud, same, there } from './crud.ts'

function must<T>(answer: { data?: T; error?: { message: string } }): T {
  if (answer.data === undefined) throw new Error(answer.error?.message ?? 'no answer')
  return answer.data
}

/** openapi-typescript with openapi-fetch. */
export function openapiFetch(baseUrl: string, key: string, run: string): Record<string, Crud> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const body = bodies(run)
  const path = (id: number) => ({ params: { path: { id } } })
  const all = { params: { query: { limit: 1000 } } }
  return {
    link: {
      create: async () =>
        must(await client.POST('/api/url/add', { body: { ...body.link, parameters: [...body.link.parameters] } })).id,
      read: async (id) => same(must(await client.GET('/api/url/{id}', path(id))).details.id, id),
      update: async (id) => void must(await client.PUT('/api/url/{id}/update', { ...path(id), body: body.linkChange })),
      remove: async (id) => void must(await client.DELETE('/api/url/{id}/delete', path(id))),
    },
    qr: {
      create: async () => must(await client.POST('/api/qr/add', { body: body.qr })).id,
      read: async (id) => same(must(await client.GET('/api/qr/{id}', path(id))).details.id, id),
      update: async (id) =>
        void must(
          await client.PUT('/api/qr/{id}/update', {
            ...path(id),
            body: { ...body.qrChange, data: [...body.qrChange.data] },
          }),
        ),
      remove: async (id) => void must(await client.DELETE('/api/qr/{id}/delete', path(id))),
    },
    bio: {
      create: async () => must(await client.POST('/api/bio/add', { body: body.bio })).id,
      read: async (id) => same(must(await client.GET('/api/bio/{id}', path(id))).details.id, id),
      update: async (id) => void must(await client.PUT('/api/bio/{id}/update', { ...path(id), body: body.bioChange })),
      remove: async (id) => void must(await client.DELETE('/api/bio/{id}/delete', path(id))),
    },
    campaign: {
      create: async () => must(await client.POST('/api/campaign/add', { body: body.campaign })).id,
      read: async (id) => there(must(await client.GET('/api/campaigns', all)).data.campaigns, id),
      update: async (id) =>
        void must(await client.PUT('/api/campaign/{id}/update', { ...path(id), body: body.campaignChange })),
      remove: async (id) => void must(await client.DELETE('/api/campaign/{id}/delete', path(id))),
    },
    channel: {
      create: async () => must(await client.POST('/api/channel/add', { body: body.channel })).id,
      read: async (id) => there(must(await client.GET('/api/channels', all)).data.channels, id),
      update: async (id) =>
        void must(await client.PUT('/api/channel/{id}/update', { ...path(id), body: body.channelChange })),
      remove: async (id) => void must(await client.DELETE('/api/channel/{id}/delete', path(id))),
    },
    domain: {
      create: async () => must(await client.POST('/api/domain/add', { body: body.domain })).id,
      read: async (id) => there(must(await client.GET('/api/domains', all)).data.domains, id),
      update: async (id) =>
        void must(await client.PUT('/api/domain/{id}/update', { ...path(id), body: body.domainChange })),
      remove: async (id) => void must(await client.DELETE('/api/domain/{id}/delete', path(id))),
    },
    overlay: {
      create: async () => must(await client.POST('/api/overlay/add', { body: body.overlay })).id,
      read: async (id) => there(must(await client.GET('/api/overlay', all)).data.cta, id),
      update: async (id) =>
        void must(await client.PUT('/api/overlay/{id}/update', { ...path(id), body: body.overlayChange })),
      remove: async (id) => void must(await client.DELETE('/api/overlay/{id}/delete', path(id))),
    },
    splash: {
      create: async () => must(await client.POST('/api/splash/add', { body: body.splash })).id,
      read: async (id) => there(must(await client.GET('/api/splash', all)).data.splash, id),
      update: async (id) =>
        void must(await client.PUT('/api/splash/{id}/update', { ...path(id), body: body.splashChange })),
      remove: async (id) => void must(await client.DELETE('/api/splash/{id}/delete', path(id))),
    },
    pixel: {
      create: async () => must(await client.POST('/api/pixel/add', { body: body.pixel })).id,
      read: async (id) => there(must(await client.GET('/api/pixels', all)).data.pixels, id),
      update: async (id) =>
        void must(await client.PUT('/api/pixel/{id}/update', { ...path(id), body: body.pixelChange })),
      remove: async (id) => void must(await client.DELETE('/api/pixel/{id}/delete', path(id))),
    },
    key: {
      create: async () => {
        const { id } = must(await client.POST('/api/key/add', { body: body.key }))
        return must(await client.POST('/api/key/{id}/rotate', { ...path(id), body: body.keyChange })).id
      },
      read: async (id) => there(must(await client.GET('/api/keys', all)).data.keys, id),
      update: async () => {},
      remove: async (id) => void must(await client.DELETE('/api/key/{id}/delete', path(id))),
    },
  }
}
