import { findPlayer, type Player, type Provider, readPlainUrl } from './player.ts'

const spotify: Provider = {
  name: 'Spotify',
  hosts: ['open.spotify.com'],
  read({ pathname }) {
    const [, type, id] =
      /^\/(?:intl-[a-z]{2}(?:-[a-z]{2})?\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z0-9]{22})\/?$/.exec(
        pathname,
      ) ?? []
    if (type === undefined) return undefined
    return {
      src: `https://open.spotify.com/embed/${type}/${id}`,
      height: type === 'track' || type === 'episode' ? 152 : 352,
    }
  },
}

const soundcloud: Provider = {
  name: 'SoundCloud',
  hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
  read({ pathname }) {
    const [, path, sets] =
      /^\/([a-z0-9_-]{1,64}\/(sets\/)?[a-z0-9_-]{1,128}(?:\/s-[A-Za-z0-9]{1,32})?)\/?$/.exec(pathname) ?? []
    if (path === undefined) return undefined
    const query = new URLSearchParams({ url: `https://soundcloud.com/${path}`, auto_play: 'true' })
    return { src: `https://w.soundcloud.com/player/?${query}`, height: sets ? 450 : 166 }
  },
}

// The pages of Bandcamp do not say the number that their player needs.
const bandcamp: Provider = {
  name: 'Bandcamp',
  hosts: ['bandcamp.com', 'www.bandcamp.com'],
  read({ pathname }) {
    const ids = [...pathname.matchAll(/\/(album|track)=(\d{1,15})(?=\/|$)/g)]
      .slice(0, 2)
      .map(([, type, id]) => `${type}=${id}`)
    if (!pathname.startsWith('/EmbeddedPlayer/') || ids.length === 0) return undefined
    return {
      src: `https://bandcamp.com/EmbeddedPlayer/${ids.join('/')}/size=large/tracklist=false/artwork=small/`,
      height: 120,
    }
  },
}

const appleMusic: Provider = {
  name: 'Apple Music',
  hosts: ['music.apple.com', 'embed.music.apple.com'],
  read({ pathname, searchParams }) {
    const [, path, type] =
      /^(\/[a-z]{2}\/(album|playlist|song|music-video)\/(?:[A-Za-z0-9._~%-]{1,400}\/)?(?:\d{1,15}|pl\.[A-Za-z0-9-]{1,64}))\/?$/.exec(
        pathname,
      ) ?? []
    if (path === undefined) return undefined
    const track = /^\d{1,15}$/.test(searchParams.get('i') ?? '') ? `?i=${searchParams.get('i')}` : ''
    return { src: `https://embed.music.apple.com${path}${track}`, height: track || type === 'song' ? 175 : 450 }
  },
}

const deezer: Provider = {
  name: 'Deezer',
  hosts: ['deezer.com', 'www.deezer.com'],
  read({ pathname }) {
    const [, type, id] =
      /^\/(?:[a-z]{2}\/)?(track|album|playlist|episode|show|artist)\/(\d{1,15})\/?$/.exec(pathname) ?? []
    return type ? { src: `https://widget.deezer.com/widget/auto/${type}/${id}`, height: 300 } : undefined
  },
}

const PROVIDERS = [spotify, soundcloud, bandcamp, appleMusic, deezer]

export const MUSIC_FORM =
  'is no music that can be played on a page: send the URL of it on Spotify, SoundCloud, Apple Music or Deezer, such as https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT, or of the player that Bandcamp offers under Share / Embed, such as https://bandcamp.com/EmbeddedPlayer/album=1234567890/'

/** The player of the URL of music; undefined: it is not music of a provider that we know. */
export function findMusic(text: string): Player | undefined {
  const url = readPlainUrl(text)
  return url && findPlayer(PROVIDERS, url)
}
