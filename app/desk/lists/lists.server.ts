import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import type { Json } from '~/platform/supabase/database.types'
import { readUploads, storeProductPicture } from '../products/pictures/pictures.server'
import { type Desk, make, read } from '../desk.server'
import { found } from '../desk-page'
import { rowSchema, type List, type Row, type Values } from './list'
import { LISTS } from './lists'

/** Returns the name and the description of the list in an address, or throws a 404. */
export function listOf({ list: name = '' }: LoaderFunctionArgs['params']): { name: string; list: List } {
  return { name, list: found(Object.hasOwn(LISTS, name) ? LISTS[name] : null) }
}

export const readRows = ({ db }: Desk, name: string): Promise<Row[]> =>
  read(db, 'desk_list', { list: name }, z.array(rowSchema))

/** Saves a row as its form was posted, or makes one if the form has no ID. An uploaded picture takes the place of the present one. */
export async function saveRow({ db }: Desk, name: string, form: Values) {
  const { id, version, file, ...values } = form
  const uploads = await readUploads(file ? [file] : [], 'none')
  if (!uploads.ok) return { ...uploads, status: 400 } as const
  const [uploaded] = uploads.value
  const stored = uploaded ? { [LISTS[name]?.picture ?? '']: await storeProductPicture(db, uploaded.picture) } : {}
  const saved = { ...values, ...stored } as Record<string, Json>
  return make(db, 'desk_save_row', { list: name, values: saved, id, version })
}
