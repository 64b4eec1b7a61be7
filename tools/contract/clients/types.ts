import type * as hey from '../generated/hey-api/index.ts'
import type { components } from '../generated/openapi-typescript/schema.ts'
import type * as orval from '../generated/orval/client.ts'
import type * as swagger from '../generated/swagger-typescript-api/client.ts'

// Requirements on the generated types. Compile-time only.

type Schemas = components['schemas']
type Is<T extends true> = T
type IsNot<T extends false> = T
type Anything<T> = 0 extends 1 & T ? true : unknown extends T ? true : false
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** Unions and nullable fields have the same type in each generator, and none is `any`. */
type Agree<A, B, C, D> = [Anything<A>, Anything<B>, Anything<C>, Anything<D>] extends [false, false, false, false]
  ? [Same<A, B>, Same<A, C>, Same<A, D>] extends [true, true, true]
    ? true
    : false
  : false

export type Agreed = [
  Is<Agree<Schemas['BioBlock'], hey.BioBlock, orval.BioBlock, swagger.BioBlock>>,
  Is<Agree<Schemas['QrContent'], hey.QrContent, orval.QrContent, swagger.QrContent>>,
  Is<Agree<Schemas['NewLink'], hey.NewLink, orval.NewLink, swagger.NewLink>>,
  Is<Agree<Schemas['LinkDetails'], hey.LinkDetails, orval.LinkDetails, swagger.LinkDetails>>,
  Is<Agree<Schemas['OverlayChange'], hey.OverlayChange, orval.OverlayChange, swagger.OverlayChange>>,
  Is<Agree<Schemas['Campaign'], hey.Campaign, orval.Campaign, swagger.Campaign>>,
  Is<Agree<Schemas['Key'], hey.Key, orval.Key, swagger.Key>>,
  Is<Agree<Schemas['Statistics'], hey.Statistics, orval.Statistics, swagger.Statistics>>,
  Is<Agree<Schemas['Failure'], hey.Failure, orval.Failure, swagger.Failure>>,
  Is<Same<Schemas['Key']['lastused'], string | null>>,
  Is<Same<Schemas['Campaign']['rotator'], string | false>>,
  IsNot<Same<Schemas['BioLinkBlock'], Schemas['BioTextBlock']>>,
]

type Block = Schemas['BioBlock'] & hey.BioBlock & orval.BioBlock & swagger.BioBlock

/** `type` discriminates the variants of a union, and a switch over it can be exhaustive. */
export function saidBy(block: Block): string {
  switch (block.type) {
    case 'link':
    case 'heading':
    case 'text':
      return block.text
    case 'image':
      return block.alt ?? block.url
    case 'social':
      return block.network
    case 'contact':
      return block.name ?? block.email ?? ''
    case 'video':
    case 'music':
      return block.title ?? block.url
    case 'faq':
      return block.items.map(({ question }) => question).join('\n')
    case 'product':
      return block.name
    case 'form':
      return block.fields.map(({ label }) => label).join('\n')
    case 'divider':
      return ''
  }
}

export const contents: (Schemas['QrContent'] & hey.QrContent & orval.QrContent & swagger.QrContent)[] = [
  'https://example.com/menu',
  { ssid: 'Hut', encryption: 'WPA', hidden: null },
  { fname: 'Ada' },
  ['Hut', null, 'nopass', true],
]

// @ts-expect-error No type of QR code has this content.
export const noContent: hey.QrContent = { colour: 'red' }
// @ts-expect-error This type of block has no such field.
export const noBlock: hey.BioBlock = { type: 'heading', text: 'Hut', network: 'mastodon' }

type Extends<A, B> = [A] extends [B] ? true : false

/** Failures have the documented type in each generator, with the codes of this operation. */
export type Refusals = [
  Is<Extends<hey.CreatePixelErrors[400], hey.Failure>>,
  Is<Extends<orval.createPixelResponse400['data'], orval.Failure>>,
  Is<Same<hey.CreatePixelErrors[400]['code'], 'invalid_request'>>,
  Is<Same<orval.createPixelResponse400['data']['code'], 'invalid_request'>>,
  IsNot<Same<Schemas['Failure']['code'], string>>,
]
