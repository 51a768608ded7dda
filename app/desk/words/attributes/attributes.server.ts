import { z } from 'zod'
import type { Result } from '~/platform/result'
import { change, type Desk, make, read } from '../../database.server'
import type { AttributeForm } from './attribute.schema'

const attributesSchema = z.array(
  z.object({
    code: z.string(),
    version: z.number(),
    name: z.string(),
    is_filter: z.boolean(),
    /** Among the shop's filters. */
    place: z.number(),
    /** Each with the number of its products, drafts included. */
    values: z.array(z.object({ code: z.string(), name: z.string(), products: z.number() })),
  }),
)
export type DeskAttribute = z.infer<typeof attributesSchema>[number]

/** Returns all attributes in the order of the shop's filters. */
export function listAttributes({ db }: Desk): Promise<DeskAttribute[]> {
  return read(db, 'desk_attributes', {}, attributesSchema)
}

/** Saves an attribute with its values. Refuses in words for the operator. */
export function saveAttribute(
  { db }: Desk,
  code: string,
  { version, ...attribute }: AttributeForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_attribute', { p_code: code, p_version: version, p_attribute: attribute })
}

/** Makes an attribute without values, which is a filter. Returns its code; refuses in words for the operator. */
export function createAttribute({ db }: Desk, name: string): Promise<Result<string, string>> {
  const attribute = { name, is_filter: true, values: [] }
  return make(db, 'desk_save_attribute', { p_attribute: attribute })
}

/** Removes an attribute that no product has. Refuses in words for the operator. */
export function removeAttribute({ db }: Desk, code: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_remove_attribute', { p_code: code, p_version: version })
}
