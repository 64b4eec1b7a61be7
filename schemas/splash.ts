import { type Static, Type } from '@sinclair/typebox'
import { datetime, id, multilineText, text, url } from './fields.ts'
import { listOf } from './lists.ts'
import { pageLanguage } from './page-looks.ts'
import { pictureWarnings } from './pictures.ts'
import { Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const name = text('Name of the splash page for its owner.', 'Hut opening')
const title = text('Heading of the page.', 'Before you go: the hut opens in June')
const words = multilineText('Text of the page.', 'We have new bunks and a stove.')
const image = url(
  'Picture shown at the top. It is fetched once; visitors get the stored copy.',
  'https://example.com/hut.jpg',
)
const link = url('Link to more information.', 'https://example.com/hut')
const language = pageLanguage('Language of the page, for `lang` and the direction of its text.')
const counter = Type.Integer({
  minimum: 0,
  maximum: 120,
  description: 'Seconds until the visitor is redirected; 0: only by a click.',
  examples: [5],
})

export const Splash = Type.Object(
  { id: id('Id of the splash page.'), name, date: datetime('Time of creation.') },
  { $id: 'Splash', description: 'A custom splash page.' },
)
export type Splash = Static<typeof Splash>

const plain = storedFields({ name, counter }, { title, text: words, image, link, language })

export const SplashDetails = Type.Object(
  { ...Splash.properties, ...plain.shown },
  { $id: 'SplashDetails', description: 'A splash page with all writable fields.' },
)
export type SplashDetails = Static<typeof SplashDetails>

export const SplashList = listOf('SplashList', 'splash', Splash, 'splash pages')
export const SplashReply = success('SplashReply', { details: Ref(SplashDetails) }, 'One splash page.')

export const NewSplash = Type.Object(
  { ...plain.created, name },
  { $id: 'NewSplash', description: 'A splash page to create. The default of `counter` is 5.' },
)
export type NewSplash = Static<typeof NewSplash>

export const SplashChange = Type.Object(plain.changed, {
  $id: 'SplashChange',
  description: 'Changes to a splash page; null clears a title, text, image or link.',
})
export type SplashChange = Static<typeof SplashChange>

export const SplashCreated = success(
  'SplashCreated',
  { id: id('Id of the new page.'), ...pictureWarnings },
  'The splash page was created.',
)
export const SplashUpdated = done(
  'SplashUpdated',
  'Splash has been updated successfully.',
  pictureWarnings,
  'DoneWithPictureWarnings',
)
export const SplashDeleted = done('SplashDeleted', 'Splash has been deleted successfully.')
