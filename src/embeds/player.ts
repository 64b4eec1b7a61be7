/** A provider's player of one video or piece of music. */
export interface Player {
  /** Name of the provider, or its host. */
  provider: string
  /** URL for a frame; it is made here from the ids in what an account sent. */
  src: string
  /** Height in CSS pixels; null: that of a video, 9/16 of the width. */
  height: number | null
}

/** A provider: its hosts, and the player of a URL on them; undefined: the URL has another form. */
export interface Provider {
  name: string
  hosts: readonly string[]
  read: (url: URL) => Omit<Player, 'provider'> | undefined
}

/** An http or https URL without user, password and port; undefined: it is none. */
export function readPlainUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.port
  return isPlain ? url : undefined
}

/** The player of a URL on one of the providers. */
export function findPlayer(providers: readonly Provider[], url: URL): Player | undefined {
  const provider = providers.find(({ hosts }) => hosts.includes(url.hostname))
  const player = provider?.read(url)
  return provider && player && { provider: provider.name, ...player }
}

/** The first group of the first form that the path has. */
export const idIn = (path: string, ...forms: RegExp[]): string | undefined =>
  forms.map((form) => form.exec(path)?.[1]).find((id) => id !== undefined)
