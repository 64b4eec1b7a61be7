import type { BioBlock } from '../../schemas/bios.ts'
import { bioPage } from '../../src/pages/bio.ts'
import { THEMES } from '../../src/html/themes.ts'
import type { PicturesBySource } from '../../src/pictures/picture-store.ts'
import type { Scene } from './scene.ts'

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
]

/** The picture of the scenes, under the service's path for pictures. */
export const PICTURES: PicturesBySource = new Map([
  ['/picture.svg', { id: 1, key: 'scenesscenes1234', type: 'png', width: 600, height: 320 }],
])

/** Bio pages in every theme, an unpublished one and an empty one. */
export function bioScenes(): Scene[] {
  const bio = {
    name: 'Ada',
    title: 'Ada Lovelace',
    description: 'Guide on the northern traverse.\nMountains, engines, numbers.',
    image: '/picture.svg',
    blocks: BLOCKS,
  }
  const url = 'https://go.example/ada'
  return [
    ...Object.keys(THEMES).map((theme) => ({ name: `bio-${theme}`, page: bioPage({ bio: { ...bio, theme }, url, pictures: PICTURES }) })),
    { name: 'bio-draft', page: bioPage({ bio: { ...bio, theme: 'plain' }, url, pictures: PICTURES, draft: true }) },
    {
      name: 'bio-empty',
      page: bioPage({ bio: { ...bio, title: null, description: null, image: null, blocks: [], theme: 'trail' }, url, pictures: PICTURES }),
    },
  ]
}

/** A bio page with hostile text or a hostile URL in every field. */
export function hostileBio(text: string, url: string): Scene {
  const blocks = [
    { type: 'link', text, url, image: url },
    { type: 'heading', text },
    { type: 'text', text: `${text}\n- [${text}](${url})\n\n[x](${url}) ${url}`, justify: text },
    { type: 'image', url, alt: text, link: url },
    { type: 'social', network: text, url },
    { type: 'contact', name: text, email: text, phone: text, address: text },
  ] as unknown as BioBlock[]
  const bio = { name: text, title: text, description: text, image: url, theme: text, blocks }
  return { name: 'bio', page: bioPage({ bio, url: 'https://go.example/ada', pictures: PICTURES }) }
}
