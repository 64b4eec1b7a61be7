import type { BioBlock } from '../../schemas/bio-blocks.ts'
import type { Look } from '../../src/html/look.ts'
import { THEMES } from '../../src/html/themes.ts'
import { bioPage, thanksPage } from '../../src/pages/bio.ts'
import { type FormBlock, keysOfForms, nameOf, readEntered } from '../../src/pages/form-answers.ts'
import type { PicturesBySource } from '../../src/pictures/picture-store.ts'
import type { Scene } from './scene.ts'

const FORM: FormBlock = {
  type: 'form',
  title: 'Join a tour',
  fields: [
    { kind: 'text', label: 'Name', required: true },
    { kind: 'email', label: 'E-mail', required: true },
    { kind: 'phone', label: 'Phone' },
    { kind: 'choice', label: 'Day', choices: ['Saturday', 'Sunday'], required: true },
    {
      kind: 'multiline',
      label: 'A question with so many words that it has to run over two lines on every phone there is',
    },
    { kind: 'checkbox', label: 'I bring a dog' },
  ],
  consent:
    'I agree that you use my address to **plan the tour**, and delete it after. [Privacy](https://example.com/privacy)',
}

const BLOCKS: BioBlock[] = [
  { type: 'social', network: 'mastodon', url: 'https://social.example/@ada' },
  { type: 'social', network: 'instagram', url: 'https://pictures.example/ada' },
  { type: 'social', network: 'youtube', url: 'https://video.example/ada' },
  { type: 'social', network: 'github', url: 'https://code.example/ada' },
  { type: 'heading', text: 'Where to start' },
  { type: 'link', text: 'Trail map, all 14 stages', url: 'https://example.com/map' },
  { type: 'link', text: 'Book a bunk', url: 'https://example.com/book', image: '/picture.svg' },
  {
    type: 'link',
    text: 'A button with a long text that has to run over two lines on every phone there is, and stays readable',
    url: 'https://example.com/long',
    image: '/picture.svg',
  },
  { type: 'heading', text: 'About the walk', level: 3 },
  {
    type: 'text',
    text: 'Six days from **hut to hut**, *never* above 2,400 m. Bring:\n\n- water, `2 l` a head\n- a map ([print it](https://example.com/print))\n\n1. Start early\n2. Turn back in time',
  },
  { type: 'image', url: '/picture.svg', alt: 'Two peaks in the evening', link: 'https://example.com/peaks' },
  { type: 'text', text: 'المسار من كوخ إلى كوخ', justify: 'center' },
  {
    type: 'contact',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+49 30 901820',
    address: '12 St James’s Square\nLondon',
  },
  { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'The northern traverse in four minutes' },
  { type: 'music', url: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT' },
  { type: 'divider' },
  {
    type: 'faq',
    items: [
      {
        question: 'Do I need a tent?',
        answer: 'No: every stage ends at a **hut**. Bring:\n\n- a sleeping bag\n- [cash](https://example.com/cash)',
      },
      {
        question: 'A question with so many words that it has to run over two lines on every phone there is',
        answer: 'Yes.',
      },
    ],
  },
  {
    type: 'product',
    name: 'Trail map on paper',
    description: 'All 14 stages, 1:25,000',
    price: '€ 14.50',
    image: '/picture.svg',
    url: 'https://example.com/shop/map',
  },
  { type: 'product', name: 'Cap', price: '€ 22', url: 'https://example.com/shop/cap' },
  { type: 'product', name: 'Book of huts', description: 'Sold out', image: '/picture.svg' },
  FORM,
]

/** A form that was sent with faults, twice too often, or when it was changed; after an answer, and closed. */
function formScenes(look: Look, bio: Parameters<typeof bioPage>[1]['bio']): Scene[] {
  const keys = keysOfForms([FORM])
  const body = Object.fromEntries(FORM.fields.map((field) => [nameOf(field), field.kind === 'phone' ? 'call me' : '']))
  const entered = readEntered(FORM, body, false)
  const shown = { bio: { ...bio, blocks: [FORM] }, url: 'https://go.example/ada', pictures: PICTURES }
  const again = { key: 'form', entered: { ...entered, isOutdated: false } }
  return [
    { name: 'bio-form-faults', page: bioPage(look, { ...shown, forms: { keys, state: 'open', again } }) },
    {
      name: 'bio-form-changed',
      page: bioPage(look, { ...shown, forms: { keys, state: 'open', again: { key: 'form', entered } } }),
    },
    {
      name: 'bio-form-wait',
      page: bioPage(look, { ...shown, forms: { keys, state: 'open', again: { ...again, wait: 240 } } }),
    },
    { name: 'bio-form-full', page: bioPage(look, { ...shown, forms: { keys, state: 'full' } }) },
    { name: 'bio-form-thanks', page: thanksPage(look, bio, { form: FORM, path: '/ada' }) },
  ]
}

/** The picture of the scenes, under the service's path for pictures. */
export const PICTURES: PicturesBySource = new Map([
  ['/picture.svg', { id: 1, key: 'scenesscenes1234', type: 'png', width: 600, height: 320 }],
])

/** Bio pages in every theme, an unpublished one and an empty one. */
export function bioScenes(look: Look): Scene[] {
  const bio = {
    name: 'Ada',
    title: 'Ada Lovelace',
    description: 'Guide on the northern traverse.\nMountains, engines, numbers.',
    image: '/picture.svg',
    colors: null,
    font: null,
    blocks: BLOCKS,
  }
  const url = 'https://go.example/ada'
  return [
    ...Object.keys(THEMES).map((theme) => ({
      name: `bio-${theme}`,
      page: bioPage(look, { bio: { ...bio, theme }, url, pictures: PICTURES }),
    })),
    {
      name: 'bio-own-look',
      page: bioPage(look, {
        bio: {
          ...bio,
          theme: 'orchard',
          font: 'humanist',
          colors: { background: '#10263B', text: '#F4EBD9', button: '#F2B705', buttontext: '#10263B' },
        },
        url,
        pictures: PICTURES,
      }),
    },
    {
      name: 'bio-own-light',
      page: bioPage(look, {
        bio: {
          ...bio,
          theme: 'plain',
          font: 'rounded',
          colors: { background: '#FFF7E8', text: '#2B2118', button: '#7A1F3D', buttontext: '#FFFFFF' },
        },
        url,
        pictures: PICTURES,
      }),
    },
    {
      name: 'bio-draft',
      page: bioPage(look, { bio: { ...bio, theme: 'plain' }, url, pictures: PICTURES, draft: true }),
    },
    ...formScenes(look, { ...bio, theme: 'dusk' }),
    {
      name: 'bio-empty',
      page: bioPage(look, {
        bio: { ...bio, title: null, description: null, image: null, blocks: [], theme: 'trail' },
        url,
        pictures: PICTURES,
      }),
    },
  ]
}

/** A bio page with hostile text or a hostile URL in every field. */
export function hostileBio(look: Look, text: string, url: string): Scene {
  const blocks = [
    { type: 'link', text, url, image: url },
    { type: 'heading', text },
    { type: 'text', text: `${text}\n- [${text}](${url})\n\n[x](${url}) ${url}`, justify: text },
    { type: 'image', url, alt: text, link: url },
    { type: 'social', network: text, url },
    { type: 'contact', name: text, email: text, phone: text, address: text },
    { type: 'video', url, title: text },
    { type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', title: text },
    { type: 'music', url, title: text },
    { type: 'faq', items: [{ question: text, answer: `${text} [${text}](${url})` }] },
    { type: 'product', name: text, description: text, price: text, image: url, url },
    {
      type: 'form',
      key: text,
      title: text,
      fields: ['text', 'multiline', 'choice', 'checkbox'].map((kind) => ({
        kind,
        label: `${kind} ${text}`,
        choices: [text],
      })),
      consent: `${text} [${text}](${url})`,
      button: text,
      thanks: text,
    },
  ] as unknown as BioBlock[]
  const bio = {
    name: text,
    title: text,
    description: text,
    image: url,
    theme: text,
    colors: { background: text, text, button: text, buttontext: text },
    font: text,
    blocks,
  }
  return { name: 'bio', page: bioPage(look, { bio, url: 'https://go.example/ada', pictures: PICTURES }) }
}
