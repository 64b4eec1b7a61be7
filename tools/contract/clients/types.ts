import type * as hey from '../generated/hey-api/index.ts'
import type { components } from '../generated/openapi-typescript/schema.ts'
import type * as orval from '../generated/orval/client.ts'
import type * as swagger from '../generated/swagger-typescript-api/client.ts'

// What must survive in the types of every generator. Nothing here runs: it is enough that it compiles.

type Schemas = components['schemas']
type Is<T extends true> = T
type IsNot<T extends false> = T
type Anything<T> = 0 extends 1 & T ? true : unknown extends T ? true : false
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** Unions keep their kinds, and nullables their null: the same type from each generator, and none of them `any`. */
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

/** A reader tells the kinds of a union apart by `type`, and has forgotten none of them. */
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
  }
}

export const contents: (Schemas['QrContent'] & hey.QrContent & orval.QrContent & swagger.QrContent)[] = [
  'https://example.com/menu',
  { ssid: 'Hut', encryption: 'WPA', hidden: null },
  { fname: 'Ada' },
  ['Hut', null, 'nopass', true],
]

// @ts-expect-error No type of code holds this.
export const noContent: hey.QrContent = { colour: 'red' }
// @ts-expect-error A block of this kind has no such field.
export const noBlock: hey.BioBlock = { type: 'heading', text: 'Hut', network: 'mastodon' }

type Extends<A, B> = [A] extends [B] ? true : false

/** What each generator gives for a refusal is the failure of the document, with the codes that this operation can send. */
export type Refusals = [
  Is<Extends<hey.CreatePixelErrors[400], hey.Failure>>,
  Is<Extends<orval.createPixelResponse400['data'], orval.Failure>>,
  Is<Same<hey.CreatePixelErrors[400]['code'], 'invalid_request'>>,
  Is<Same<orval.createPixelResponse400['data']['code'], 'invalid_request'>>,
  IsNot<Same<Schemas['Failure']['code'], string>>,
]
