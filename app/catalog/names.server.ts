import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { keepNames, type Names } from '~/language/names'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'

const namesSchema: z.ZodType<Names> = z.record(z.string(), z.record(z.string(), z.string()))

type Context = Needs<'backends' | 'catalogue' | Reporting>

/** Reads the names of the shop in the current language, for `nameOf`. English has them in its rows. Throws if the database fails. */
export async function loadNames(context: Needs<'backends' | 'catalogue'>): Promise<void> {
  if (currentLanguage() !== 'en') keepNames(await readUrdu(context), true)
}

/** Like `loadNames`, but a failure is logged, and the names stay as they are. */
export async function readNames(context: Context): Promise<void> {
  await attempt(context, 'names not read', () => loadNames(context))
}

/** Whether the shop says anything in Urdu, so that offering it is no empty promise. An upgraded shop may have no Urdu yet. */
export async function hasUrdu(context: Context): Promise<boolean> {
  const names = await attempt(context, 'names not read', () => readUrdu(context))
  return Object.keys(names ?? {}).length > 0
}

function readUrdu({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<Names> {
  return catalogue.get('names', async () => {
    const { data, error } = await backends.anonymous.rpc('urdu_words')
    if (error) throw new Error(`No names: ${error.message}`, { cause: error })
    return namesSchema.parse(data)
  })
}
