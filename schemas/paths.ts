import { Type } from '@sinclair/typebox'
import { id } from './fields.ts'

/** The `:id` of a path. */
export const IdPath = (noun: string) => Type.Object({ id: id(`Id of the ${noun}.`) })
