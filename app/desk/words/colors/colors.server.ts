import { z } from 'zod'
import type { Result } from '~/platform/result'
import { change, type Desk, make, read } from '../../database.server'
import type { ColorForm } from './color.schema'

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
export function listColors({ db }: Desk): Promise<DeskColor[]> {
  return read(db, 'desk_colors', {}, colorsSchema)
}

/** Saves a colour. Refuses in words for the operator. */
export function saveColor({ db }: Desk, id: string, { version, ...color }: ColorForm): Promise<Result<null, string>> {
  return change(db, 'desk_save_color', { p_id: id, p_version: version, p_color: color })
}

/** Makes a colour. Returns its ID; refuses in words for the operator. */
export function createColor({ db }: Desk, color: Pick<ColorForm, 'name' | 'value'>): Promise<Result<string, string>> {
  return make(db, 'desk_save_color', { p_color: color })
}

/** Removes a colour that no product has. Refuses in words for the operator. */
export function removeColor({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_remove_color', { p_id: id, p_version: version })
}
