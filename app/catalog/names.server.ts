import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { keepNames, type Names } from '~/language/names'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'

const namesSchema: z.ZodType<Names> = z.record(z.string(), z.record(z.string(), z.string()))

/** Reads the names of the shop in the page's language, for `nameOf`. English has them in its rows. After a failure they stay as they are. */
export async function readNames(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<void> {
  if (currentLanguage() === 'en') return
  const names = await attempt(context, 'names not read', () =>
    context.catalogue.get('names', async () => {
      const { data, error } = await context.backends.anonymous.rpc('urdu_words')
      if (error) throw new Error(`No names: ${error.message}`, { cause: error })
      return namesSchema.parse(data)
    }),
  )
  if (names) keepNames(names, true)
}
