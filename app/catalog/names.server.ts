import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { keepNames, type Names } from '~/language/names'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'

const namesSchema: z.ZodType<Names> = z.record(z.string(), z.record(z.string(), z.string()))

/**
 * Reads the names of the shop in the page's language, for `nameOf`. English has them in its rows. After a failure they stay as they are.
 */
export async function readNames(context: Context): Promise<void> {
  if (currentLanguage() === 'en') return
  const names = await readUrdu(context)
  if (names) keepNames(names, true)
}

/** Whether the shop says anything in Urdu, so that offering it is no empty promise. An upgraded shop may have no Urdu yet. */
export async function hasUrdu(context: Context): Promise<boolean> {
  return Object.keys((await readUrdu(context)) ?? {}).length > 0
}

type Context = Needs<'backends' | 'catalogue' | Reporting>

function readUrdu(context: Context): Promise<Names | null> {
  return attempt(context, 'names not read', () =>
    context.catalogue.get('names', async () => {
      const { data, error } = await context.backends.anonymous.rpc('urdu_words')
      if (error) throw new Error(`No names: ${error.message}`, { cause: error })
      return namesSchema.parse(data)
    }),
  )
}
