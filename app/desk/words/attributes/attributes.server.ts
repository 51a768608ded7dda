import { z } from 'zod'
import { succeed, type Result } from '~/platform/result'
import type { Operator } from '../../access/operator.server'
import { resultOf } from '../../result-of.server'
import type { AttributeForm } from './attribute.schema'

type Desk = Pick<Operator, 'db'>

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
export async function listAttributes({ db }: Desk): Promise<DeskAttribute[]> {
  const { data, error } = await db.rpc('desk_attributes')
  if (error) throw new Error(`No attributes: ${error.message}`, { cause: error })
  return attributesSchema.parse(data)
}

/** Saves an attribute with its values. Refuses in words for the operator. */
export async function saveAttribute(
  { db }: Desk,
  code: string,
  { version, ...attribute }: AttributeForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_attribute', { p_code: code, p_version: version, p_attribute: attribute })
  return resultOf(error)
}

/** Makes an attribute without values, which is a filter. Returns its code; refuses in words for the operator. */
export async function createAttribute({ db }: Desk, name: string): Promise<Result<string, string>> {
  const attribute = { name, is_filter: true, values: [] }
  const { data, error } = await db.rpc('desk_save_attribute', { p_attribute: attribute })
  const result = resultOf(error)
  return result.ok ? succeed(data ?? '') : result
}

/** Removes an attribute that no product has. Refuses in words for the operator. */
export async function removeAttribute({ db }: Desk, code: string, version: number): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_remove_attribute', { p_code: code, p_version: version })
  return resultOf(error)
}
