import { z } from 'zod'
import { succeed, type Result } from '~/platform/result'
import type { Operator } from '../../access/operator.server'
import { resultOf } from '../../result-of.server'
import type { ColorForm } from './color.schema'

type Desk = Pick<Operator, 'db'>

const colorsSchema = z.array(
  z.object({
    id: z.guid(),
    version: z.number(),
    name: z.string(),
    /** Hex code. */
    value: z.string(),
    /** In the shop's filter. */
    place: z.number(),
    /** Products that have it or a picture in it, drafts included. */
    products: z.number(),
  }),
)
export type DeskColor = z.infer<typeof colorsSchema>[number]

/** Returns all colours in the order of the shop's filter. */
export async function listColors({ db }: Desk): Promise<DeskColor[]> {
  const { data, error } = await db.rpc('desk_colors')
  if (error) throw new Error(`No colours: ${error.message}`, { cause: error })
  return colorsSchema.parse(data)
}

/** Saves a colour. Refuses in words for the operator. */
export async function saveColor(
  { db }: Desk,
  id: string,
  { version, ...color }: ColorForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_color', { p_id: id, p_version: version, p_color: color })
  return resultOf(error)
}

/** Makes a colour. Returns its ID; refuses in words for the operator. */
export async function createColor(
  { db }: Desk,
  color: Pick<ColorForm, 'name' | 'value'>,
): Promise<Result<string, string>> {
  const { data, error } = await db.rpc('desk_save_color', { p_color: color })
  const result = resultOf(error)
  return result.ok ? succeed(data ?? '') : result
}

/** Removes a colour that no product has. Refuses in words for the operator. */
export async function removeColor({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_remove_color', { p_id: id, p_version: version })
  return resultOf(error)
}
