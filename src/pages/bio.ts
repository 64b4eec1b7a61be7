import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { type BioLook, bioStyle } from '../html/bio-look.ts'
import { html } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { CARD_SIZE, socialMeta } from '../html/social-meta.ts'
import { picturePath } from '../links/public-urls.ts'
import type { PicturesBySource } from '../pictures/picture-store.ts'
import { blocksOf } from './bio-blocks.ts'
import { type ShownForms, thanksOf } from './bio-forms.ts'
import { originsOfPlayers, PLAYER_SCRIPT } from './bio-players.ts'
import { type FormBlock, keysOfForms } from './form-answers.ts'

interface BioContent extends BioLook {
  name: string
  title: string | null
  description: string | null
  image: string | null
  blocks: readonly BioBlock[]
}

/**
 * A bio page. `url` is its public URL, `pictures` are the stored pictures by their source, `card` is the path of a
 * drawn picture for previews, used if the page has no image. A `draft` has a note that it is not public. `forms`: those
 * of all blocks, if the page has more than it shows now; default: they are open, and nothing was entered.
 */
export function bioPage(
  look: Look,
  {
    bio,
    url,
    pictures,
    card = null,
    draft = false,
    forms = { keys: keysOfForms(bio.blocks), state: draft ? 'draft' : 'open' },
  }: {
    bio: BioContent
    url: string
    pictures: PicturesBySource
    card?: string | null
    draft?: boolean
    forms?: ShownForms
  },
): Page {
  const title = bio.title ?? bio.name
  const face = bio.image === null ? undefined : pictures.get(bio.image)
  const players = originsOfPlayers(bio.blocks)
  const sources = {
    ...(players.length === 0 ? {} : { 'frame-src': players }),
    ...(bio.blocks.some(({ type }) => type === 'form') ? { 'form-action': ["'self'"] } : {}),
  }
  const image =
    face !== undefined
      ? { path: picturePath(face), width: face.width, height: face.height }
      : card === null
        ? null
        : { path: card, ...CARD_SIZE }
  return page({
    look,
    title: forms.again === undefined ? title : look.language.texts.password.failed(title),
    listed: !draft && forms.again === undefined,
    head: socialMeta({ title, description: bio.description, image, url }),
    sheet: bioStyle(bio),
    ...(players.length === 0 ? {} : { script: PLAYER_SCRIPT }),
    sources,
    body: html`${bio.theme === 'trail' ? CONTOUR : null}<main>
${draft ? html`<p class="draft">${look.language.texts.bio.draft}</p>` : null}
<header>
${face === undefined ? null : html`<img class="face" src="${picturePath(face)}" alt="" width="112" height="112">`}
<h1 dir="auto">${title}</h1>
${bio.description === null ? null : html`<p class="about" dir="auto">${bio.description}</p>`}
</header>
${bio.blocks.length === 0 ? null : html`<div class="blocks">${blocksOf(look, bio.blocks, { pictures, isCounted: !draft, forms })}</div>`}
</main>`,
  })
}

/** The page after an answer to a form; `path` is that of the bio page. */
export function thanksPage(look: Look, bio: BioLook, { form, path }: { form: FormBlock; path: string }): Page {
  return page({
    look,
    title: look.language.texts.bio.form.thanks,
    sheet: bioStyle(bio),
    body: html`${bio.theme === 'trail' ? CONTOUR : null}${thanksOf(look, form, path)}`,
  })
}
