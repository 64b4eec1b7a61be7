import { type Static, Type } from '@sinclair/typebox'
import { datetime, id, text } from './fields.ts'
import { listOf } from './lists.ts'
import { appearance, codeWarnings } from './qr.ts'
import { clearable, nullable, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const plain = storedFields({ name: text('Name of the template.', 'Posters') })
const { background, foreground, logo, design } = appearance

export const QrTemplate = Type.Object(
  {
    id: id('Id of the template.'),
    ...plain.shown,
    background: nullable(background),
    foreground: nullable(foreground),
    logo: nullable({ ...logo, description: `${logo.description} In lists, data URIs are left out: null.` }),
    design: nullable(design),
    date: datetime('Time of creation.'),
  },
  { $id: 'QrTemplate', description: 'A look that codes are made with: colors, logo and design, with its caption.' },
)
export type QrTemplate = Static<typeof QrTemplate>

export const QrTemplateReply = success('QrTemplateReply', { details: Ref(QrTemplate) }, 'The template.')

export const QrTemplateList = listOf('QrTemplateList', 'templates', QrTemplate, 'templates')

export const NewQrTemplate = Type.Object(
  {
    name: plain.shown.name,
    background: optional(background),
    foreground: optional(foreground),
    logo: optional(logo),
    design: optional(design),
  },
  { $id: 'NewQrTemplate', description: 'A template to create.' },
)
export type NewQrTemplate = Static<typeof NewQrTemplate>

export const QrTemplateChange = Type.Object(
  {
    ...plain.changed,
    background: clearable(background),
    foreground: clearable(foreground),
    logo: clearable(logo),
    design: clearable(design),
  },
  { $id: 'QrTemplateChange', description: 'Changes to a template; codes that were made with it stay as they are.' },
)
export type QrTemplateChange = Static<typeof QrTemplateChange>

export const QrTemplateCreated = success(
  'QrTemplateCreated',
  { id: id('Id of the new template.'), warnings: codeWarnings },
  'The template was created.',
)
export const QrTemplateUpdated = Type.Composite(
  [done('QrTemplateUpdated', 'Template has been updated successfully.'), Type.Object({ warnings: codeWarnings })],
  {
    $id: 'QrTemplateUpdated',
    description: 'The operation succeeded: “Template has been updated successfully.”',
  },
)
export const QrTemplateDeleted = done('QrTemplateDeleted', 'Template has been deleted successfully.')
