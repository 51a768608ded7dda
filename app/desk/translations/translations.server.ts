import { z } from 'zod'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { type Desk, makeJson, read } from '../desk.server'
import { maybeTexts, numbers, texts } from '../rows'

// They go through all texts of the shop.
for (const name of ['desk_translations', 'desk_translation_counts', 'desk_save_translations'])
  declareSlowFunction(name, 10)

const textSchema = z.object({
  ...texts('place', 'key', 'kind', 'owner', 'source', 'id', 'name', 'label', 'english', 'seen'),
  ...maybeTexts('part', 'urdu'),
  ...numbers('most'),
})
/** An English text of a row with its Urdu, as database function `desk_translations` has it. */
export type UrduText = z.infer<typeof textSchema>

interface Asked {
  kind?: string
  owner?: string
  is_missing?: boolean
  after?: string
  most?: number
}

/** Returns texts with their Urdu in their order: of a kind, or of one row's page; or those without Urdu. */
export const listTexts = ({ db }: Desk, asked: Asked): Promise<UrduText[]> =>
  read(db, 'desk_translations', asked, z.array(textSchema))

const countsSchema = z.array(z.object({ ...texts('kind'), ...numbers('texts', 'missing') }))

/** Returns how many texts of each kind there are, and how many have no Urdu. */
export const countTexts = ({ db }: Desk) => read(db, 'desk_translation_counts', {}, countsSchema)

/** A text to save; `at` is what a refusal calls it. */
export type GivenUrdu = Pick<UrduText, 'source' | 'id' | 'name' | 'seen'> & { urdu: string; at: string }

/** Saves Urdu, all or none, and returns how many texts were changed. */
export const saveUrdu = ({ db }: Desk, given: GivenUrdu[], { kind, owner }: Pick<Asked, 'kind' | 'owner'> = {}) =>
  makeJson(db, 'desk_save_translations', { texts: given, kind, owner }, z.number())
