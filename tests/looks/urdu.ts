import { addressIn, LANGUAGE_PARAMETER } from '../../app/language/languages.ts'
import { open, type Looker } from './looker.ts'

/** States of English stories that an address shows. What a post answers isn't there a second time. */
const AT_ADDRESSES = new Set(
  [
    ['order placed', 'order', 'order to cancel', 'payment cancelled', 'payment successful'],
    ['order help', 'chat', 'conversations', 'write a review', 'delivered order', 'return'],
    ['profile', 'addresses', 'active orders', 'complete orders', 'sample order'],
  ].flat(),
)

const FORMS = [
  ['login', '/login', 'لاگ ان کریں'],
  ['create account', '/create-account', 'اکاؤنٹ بنائیں'],
  ['forgotten password', '/forget-password', 'لنک بھیجیں'],
  ['contact', '/contact', 'پیغام بھیجیں'],
] as const

/** Returns a looker for an English story that looks at the Urdu of its pages, and goes on in English. */
export function inUrdu(looker: Looker): Looker {
  const { page, look } = looker
  return {
    ...looker,
    look: async (name) => {
      if (!AT_ADDRESSES.has(name)) return
      const here = page.url()
      const urdu = new URL(here)
      urdu.searchParams.set(LANGUAGE_PARAMETER, 'ur')
      await open(looker, urdu.href)
      await look(name)
      await backToEnglish(looker)
      await open(looker, here)
    },
  }
}

/** Ends the choice of Urdu, which the browser keeps. */
export const backToEnglish = (looker: Looker) => open(looker, `/?${LANGUAGE_PARAMETER}=en`)

/** Shows the forms of visitors and what each says when it is sent empty. */
export async function refuseForms(looker: Looker): Promise<void> {
  for (const [name, path, button] of FORMS) {
    await open(looker, addressIn('ur', path))
    await looker.look(name)
    await refuse(looker, name, button)
  }
}

/** Presses a button and shows the form with its problems. */
export async function refuse({ page, look }: Looker, name: string, button: string | RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).first().click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look(`${name} refused`)
}
