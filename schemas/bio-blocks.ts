import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { formFields, formKey } from './bio-forms.ts'
import { multilineText, text, timestamp, url } from './fields.ts'
import { addition, checked, named, oneOf, oneRequiredOf, optional, publishedWith } from './ref.ts'

/** Social networks and other kinds of profiles; each has an icon in src/html/icons.ts. */
export const NETWORKS = [
  'website',
  'blog',
  'newsletter',
  'podcast',
  'shop',
  'rss',
  'bandcamp',
  'bluesky',
  'codeberg',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'instagram',
  'linkedin',
  'mastodon',
  'medium',
  'patreon',
  'pinterest',
  'reddit',
  'signal',
  'snapchat',
  'soundcloud',
  'spotify',
  'substack',
  'telegram',
  'threads',
  'tiktok',
  'twitch',
  'twitter',
  'vimeo',
  'whatsapp',
  'x',
  'youtube',
] as const

const tagged = <T extends string>(type: T) => oneOf([type], { description: 'Type of the block.', examples: [type] })
/** A picture of a bio page, by URL or as a data URI. */
export const picture = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 65536,
    pattern:
      '^([hH][tT][tT][pP][sS]?://[^\\s\\x00-\\x1F\\x7F-\\x9F]{1,2040}|data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2})$',
    'x-form':
      'an http or https URL of at most 2048 characters, such as https://example.com/picture.jpg, or a PNG or JPEG as a data URI, such as data:image/png;base64,…',
    description: `${description} An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.`,
    examples: ['https://example.com/picture.jpg'],
  })
const email = Type.String({
  format: 'email',
  'x-form': 'an e-mail address, such as ada@example.com',
  minLength: 3,
  maxLength: 255,
  description: 'E-mail address.',
  examples: ['ada@example.com'],
})
const phone = Type.String({
  pattern: '^\\+?[0-9() ./-]{2,31}$',
  maxLength: 32,
  'x-form': 'a phone number, such as +49 30 901820',
  description: 'Phone number.',
  examples: ['+49 30 901820'],
})

const times = {
  from: optional(addition(timestamp('Time from which the block is shown.'))),
  until: optional(
    addition(timestamp('Time at which the block is no longer shown; after `from`.', '2030-02-01 00:00:00')),
  ),
}

/**
 * The most characters that all Markdown of a page may have: a full `faq`, and more. 1,000 characters of a list take 2 to
 * 15 ms.
 */
export const MAX_MARKDOWN = 65_536

/**
 * Text that is rendered as Markdown; its links are found by this mark when it is sent, and when it is shown. `later`: not
 * on the page, but after an answer.
 */
const markdownText = (description: string, example: string, shown: 'blocks' | 'line' | 'later' = 'blocks') => ({
  ...multilineText(description, example),
  'x-markdown': shown,
})

/** A block with its own fields and the times between which it is shown. */
const block = <T extends TProperties>(name: string, description: string, fields: T) =>
  named(name, checked('bioBlock', Type.Object({ ...fields, ...times }, { description })))

const LinkBlock = block('BioLinkBlock', 'A link as a button.', {
  type: tagged('link'),
  text: text('Label of the button.', 'Trail map'),
  url: url('Destination.'),
  image: optional(picture('Small picture next to the label.')),
})
const HeadingBlock = block('BioHeadingBlock', 'A heading.', {
  type: tagged('heading'),
  text: text('Text of the heading.', 'Where to start'),
  level: optional(Type.Integer({ minimum: 2, maximum: 3, description: 'Level, 2 or 3. Default 2.', examples: [2] })),
})
const TextBlock = block('BioTextBlock', 'A text.', {
  type: tagged('text'),
  text: markdownText(
    'A subset of Markdown: paragraphs, `**strong**`, `*emphasis*`, `` `code` ``, lists, `[links](https://…)` to http, https and mailto.',
    'Six days from *hut to hut*.',
  ),
  justify: optional(
    oneOf(['left', 'center', 'right', 'justify'], {
      description: 'Alignment of the text. Default: the side at which its language begins, left or right.',
      examples: ['left'],
    }),
  ),
})
const ImageBlock = block('BioImageBlock', 'A picture.', {
  type: tagged('image'),
  url: picture('The picture.'),
  alt: optional(text('Alternative text; without it the picture counts as decoration.', 'A hut')),
  link: optional(url('Destination of the picture.')),
})
const SocialBlock = block('BioSocialBlock', 'A profile on another site; consecutive ones are shown in one row.', {
  type: tagged('social'),
  network: oneOf(NETWORKS, { description: 'Network or kind of profile.', examples: ['mastodon'] }),
  url: url('URL of the profile.', 'https://social.example/@ada'),
})
const ContactBlock = publishedWith(
  oneRequiredOf('name', 'email', 'phone', 'address'),
  block('BioContactBlock', 'Contact details; at least one of name, email, phone and address is required.', {
    type: tagged('contact'),
    name: optional(text('Name of the contact.', 'Ada Lovelace')),
    email: optional(email),
    phone: optional(phone),
    address: optional(
      multilineText('Postal address, which may have several lines.', '12 St James’s Square\nLondon', 500),
    ),
  }),
)

const embedTitle = optional(text('Title of what is played, shown before it is loaded.', 'The northern traverse'))
const VideoBlock = block('BioVideoBlock', 'A video, loaded from its provider only when a visitor starts it.', {
  type: tagged('video'),
  url: checked(
    'video',
    url(
      'URL of the video on YouTube, Vimeo, Dailymotion or a PeerTube site.',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ),
  ),
  title: embedTitle,
})
const MusicBlock = block('BioMusicBlock', 'Music, loaded from its provider only when a visitor starts it.', {
  type: tagged('music'),
  url: checked(
    'music',
    url(
      'URL of the music on Spotify, SoundCloud, Apple Music or Deezer, or of a player of Bandcamp.',
      'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT',
    ),
  ),
  title: embedTitle,
})
const FaqItem = Type.Object({
  question: text('What visitors ask.', 'Do I need a tent?'),
  answer: markdownText('What to tell them, in the same subset of Markdown as texts.', 'No: every stage ends at a hut.'),
})
const FaqBlock = block('BioFaqBlock', 'Questions whose answers open one by one.', {
  type: tagged('faq'),
  items: Type.Array(named('BioFaqItem', { ...FaqItem, description: 'A question and its answer.' }), {
    minItems: 1,
    maxItems: 30,
    description: 'The questions, from top to bottom.',
  }),
})
const DividerBlock = block('BioDividerBlock', 'A line between blocks.', { type: tagged('divider') })
const ProductBlock = block('BioProductBlock', 'A product; consecutive ones are shown side by side.', {
  type: tagged('product'),
  name: text('Name of the product.', 'Trail map on paper'),
  description: optional(text('A line about it.', 'All 14 stages, 1:25,000')),
  price: optional(text('Price as it is shown.', '€ 14.50', 60)),
  image: optional(picture('Picture of the product.')),
  url: optional(url('Where it can be bought.', 'https://example.com/shop/map')),
})
const FormBlock = block('BioFormBlock', 'A form; its answers are stored, and listed by the API.', {
  type: tagged('form'),
  key: optional(
    formKey('Name of the form in its answers, different for each form of the page. Default: `form`, then `form-2` ….'),
  ),
  title: text('Heading of the form.', 'Join a tour'),
  fields: formFields,
  consent: markdownText(
    'What visitors agree to by ticking a box, in the same subset of Markdown as texts, without lists; stored with each answer.',
    'I agree that you use my address to plan the tour. [Privacy](https://example.com/privacy)',
    'line',
  ),
  consentrequired: optional(
    Type.Boolean({ description: 'false: answers are also taken without consent. Default true.', examples: [true] }),
  ),
  button: optional(text('Label of the button. Default: “Send” in the language of the page.', 'Join', 60)),
  thanks: optional(
    markdownText(
      'What is shown after an answer, in the same subset of Markdown as texts. Default: a line in the language of the page.',
      'We will write to you **before Friday**.',
      'later',
    ),
  ),
})

export const BioBlock = Type.Union(
  [
    LinkBlock,
    HeadingBlock,
    TextBlock,
    ImageBlock,
    SocialBlock,
    ContactBlock,
    VideoBlock,
    MusicBlock,
    FaqBlock,
    DividerBlock,
    ProductBlock,
    FormBlock,
  ],
  {
    $id: 'BioBlock',
    description: 'A block of a bio page; `type` decides which fields it has.',
    examples: [{ type: 'link', text: 'Trail map', url: 'https://example.com/map' }],
  },
)
export type BioBlock = Static<typeof BioBlock>
