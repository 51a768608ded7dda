import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { keepNames, type Names } from '~/language/names'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'

const namesSchema: z.ZodType<Names> = z.record(z.string(), z.record(z.string(), z.string()))

/** Reads the names of the shop in the current language, for `nameOf`. English has them in its rows. Throws if the database fails. */
export async function loadNames({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<void> {
  if (currentLanguage() === 'en') return
  const names = await catalogue.get('names', async () => {
    const { data, error } = await backends.anonymous.rpc('urdu_words')
    if (error) throw new Error(`No names: ${error.message}`, { cause: error })
    return namesSchema.parse(data)
  })
  keepNames(names, true)
}

/** Like `loadNames`, but a failure is logged, and the names stay as they are. */
export async function readNames(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<void> {
  await attempt(context, 'names not read', () => loadNames(context))
}
