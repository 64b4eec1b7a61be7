import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { findMusic } from '../embeds/music.ts'
import type { Player } from '../embeds/player.ts'
import { findVideo } from '../embeds/videos.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { icon } from '../html/icons.ts'
import type { Look } from '../html/look.ts'

/** A block whose content another site plays. */
export type PlayedBlock = Extract<BioBlock, { type: 'video' | 'music' }>

/** The player of a block; undefined: its URL, stored by another release, is of no provider that we know. */
export const playerOf = ({ type, url }: PlayedBlock): Player | undefined =>
  type === 'video' ? findVideo(url) : findMusic(url)

/** The origins of the players on a page, for `frame-src`. */
export function originsOfPlayers(blocks: readonly BioBlock[]): string[] {
  const players = blocks.flatMap((block) => (block.type === 'video' || block.type === 'music' ? playerOf(block) : []))
  return [...new Set(players.flatMap((player) => (player === undefined ? [] : new URL(player.src).origin)))]
}

/**
 * A button that loads a player, with our own drawing: nothing is requested from the provider before. Without a script
 * there is the link alone.
 */
export function playerBox(
  { language: { texts } }: Look,
  { type, url, title }: PlayedBlock,
  { provider, src, height }: Player,
): Html {
  const { playVideo, playMusic, playerNote, openOn, video, music } = texts.bio
  const words = { video: [playVideo, video], music: [playMusic, music] } as const
  const [play, frameTitle] = words[type]
  return html`<figure class="player" data-src="${src}" data-title="${title ?? frameTitle(provider)}" data-height="${height ?? ''}">
<button type="button" class="poster ${type}" hidden>${icon(type === 'video' ? 'play' : 'note')}<span><strong>${play}</strong>${title ? html`<span class="hidden">: ${title}</span>` : null}<span class="note">${playerNote(provider)}</span></span></button>
<figcaption>${title ? html`<span dir="auto">${title}</span>` : null}<a href="${safeHref(url)}" rel="noopener">${openOn(provider)}</a></figcaption>
</figure>`
}

/** Shows the buttons, and puts a provider's frame in the place of the one that is pressed. */
export const PLAYER_SCRIPT = `(() => {
for (const box of document.querySelectorAll('.player')) {
  const button = box.querySelector('button')
  button.hidden = false
  button.addEventListener('click', () => {
    const { src, title, height } = box.dataset
    const frame = document.createElement('iframe')
    frame.title = title
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'
    if (height) frame.height = height
    frame.src = src
    button.replaceWith(frame)
    frame.focus()
  })
}
})()`
