import { findPlayer, idIn, type Player, type Provider, readPlainUrl } from './player.ts'

const matches = (text: string | null, form: RegExp): string | undefined =>
  text !== null && form.test(text) ? text : undefined

/** Seconds of a start such as `90`, `90s` or `1h2m3s`; undefined: it is none. */
function readStart(text: string | null): number | undefined {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text ?? '')
  if (!parts || !text) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + minutes * 60 + seconds || undefined
}

const youtube: Provider = {
  name: 'YouTube',
  hosts: [
    ...['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'],
    ...['youtu.be', 'youtube-nocookie.com', 'www.youtube-nocookie.com'],
  ],
  read({ hostname, pathname, searchParams }) {
    const named =
      hostname === 'youtu.be'
        ? idIn(pathname, /^\/([^/]+)\/?$/)
        : pathname === '/watch'
          ? searchParams.get('v')
          : idIn(pathname, /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/)
    const id = matches(named ?? null, /^[A-Za-z0-9_-]{11}$/)
    const list = matches(searchParams.get('list'), /^[A-Za-z0-9_-]{10,64}$/)
    const start = readStart(searchParams.get('t') ?? searchParams.get('start'))
    const isList = ['/playlist', '/embed/videoseries'].includes(pathname) && list !== undefined
    if (id === undefined && !isList) return undefined
    const query = new URLSearchParams({
      autoplay: '1',
      ...(list ? { list } : {}),
      ...(start ? { start: `${start}` } : {}),
    })
    return { src: `https://www.youtube-nocookie.com/embed/${id ?? 'videoseries'}?${query}`, height: null }
  },
}

const vimeo: Provider = {
  name: 'Vimeo',
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
  read({ pathname, searchParams }) {
    const [, id, hash = matches(searchParams.get('h'), /^[0-9a-f]{4,32}$/)] =
      /^\/(?:video\/|channels\/[a-z0-9_-]+\/|groups\/[a-z0-9_-]+\/videos\/)?(\d{4,15})(?:\/([0-9a-f]{4,32}))?\/?$/i.exec(
        pathname,
      ) ?? []
    if (id === undefined) return undefined
    return {
      src: `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ''}autoplay=1&dnt=1`,
      height: null,
    }
  },
}

const dailymotion: Provider = {
  name: 'Dailymotion',
  hosts: ['dailymotion.com', 'www.dailymotion.com', 'dai.ly'],
  read({ hostname, pathname }) {
    const id = idIn(
      pathname,
      hostname === 'dai.ly' ? /^\/([a-z0-9]{5,12})\/?$/i : /^\/(?:embed\/)?video\/([a-z0-9]{5,12})\/?$/i,
    )
    return id ? { src: `https://geo.dailymotion.com/player.html?video=${id}`, height: null } : undefined
  },
}

const PROVIDERS = [youtube, vimeo, dailymotion]
const HOSTS = new Set(PROVIDERS.flatMap(({ hosts }) => hosts))

// PeerTube is software that many sites run: its URLs are known by their form, on any host with a name.
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]*$/
const PEERTUBE =
  /^\/(?:w|videos\/watch|videos\/embed)\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[1-9A-HJ-NP-Za-km-z]{20,22})\/?$/

function readPeerTube({ protocol, hostname, pathname }: URL): Player | undefined {
  const id = idIn(pathname, PEERTUBE)
  if (id === undefined || protocol !== 'https:' || !HOST_NAME.test(hostname) || HOSTS.has(hostname)) return undefined
  return { provider: hostname, src: `https://${hostname}/videos/embed/${id}?autoplay=1`, height: null }
}

export const VIDEO_FORM =
  'is not a video that can be played on a page: send the URL of one on YouTube, Vimeo, Dailymotion or a PeerTube site, such as https://www.youtube.com/watch?v=dQw4w9WgXcQ or https://tube.example/w/ga3dEv8vKXeTTjSM3XFB6B'

/** The player of the URL of a video; undefined: it is not a video of a provider that we know. */
export function findVideo(text: string): Player | undefined {
  const url = readPlainUrl(text)
  return url && (findPlayer(PROVIDERS, url) ?? readPeerTube(url))
}
