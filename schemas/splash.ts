import { type Static, Type } from '@sinclair/typebox'
import { datetime, id, multilineText, text, url } from './fields.ts'
import { listOf } from './lists.ts'
import { pictureWarnings } from './pictures.ts'
import { Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const name = text('Name of the splash page, for its owner.', 'Hut opening')
const title = text('Heading of the page.', 'Before you go: the hut opens in June')
const words = multilineText('What it says.', 'We have new bunks and a stove.')
const image = url(
  'Picture shown at the top. It is fetched once; visitors are shown our copy.',
  'https://example.com/hut.jpg',
)
const link = url('Where to read more.', 'https://example.com/hut')
const counter = Type.Integer({
  minimum: 0,
  maximum: 120,
  description: 'Seconds until the visitor is taken on; 0 waits until they go on themselves.',
  examples: [5],
})

export const Splash = Type.Object(
  { id: id('Id of the splash page.'), name, date: datetime('When it was made.') },
  { $id: 'Splash', description: 'A custom splash page.' },
)
export type Splash = Static<typeof Splash>

const plain = storedFields({ name, counter }, { title, text: words, image, link })

export const SplashDetails = Type.Object(
  { ...Splash.properties, ...plain.shown },
  { $id: 'SplashDetails', description: 'A splash page with everything that can be written.' },
)
export type SplashDetails = Static<typeof SplashDetails>

export const SplashList = listOf('SplashList', 'splash', Splash, 'splash pages')
export const SplashReply = success('SplashReply', { details: Ref(SplashDetails) }, 'One splash page.')

export const NewSplash = Type.Object(
  { ...plain.made, name },
  { $id: 'NewSplash', description: 'A splash page to make. `counter` is 5 unless sent.' },
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
  'The splash page was made.',
)
export const SplashUpdated = done(
  'SplashUpdated',
  'Splash has been updated successfully.',
  pictureWarnings,
  'DoneWithPictureWarnings',
)
export const SplashDeleted = done('SplashDeleted', 'Splash has been deleted successfully.')
