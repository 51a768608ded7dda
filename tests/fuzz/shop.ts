import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { addToCart, placeOrder } from '../support/checkout.ts'
import { allowManyOpenOrders, serviceBackend, setStock } from '../support/orders.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { learnVocabulary, type Vocabulary } from './vocabulary.ts'

const PASSWORD = 'a-good-password'

/** A shop to fuzz, with users who have sessions and carts. */
export interface FuzzShop extends RunningShop {
  backend: SupabaseClient<Database>
  people: Map<string, string>[]
  vocabulary: Vocabulary
}

/** Starts sandbox and shop, creates `count` users, and reads the shop's vocabulary. */
export async function startFuzzShop(count: number): Promise<FuzzShop> {
  const shop = await startShop({ LOG_LEVEL: 'error' })
  const backend = serviceBackend(shop.sandbox.settings)
  await setStock(backend, 1_000_000)
  await allowManyOpenOrders(backend)
  const visitors = Array.from({ length: count }, () => new Visitor(shop.url))
  for (const [place, visitor] of visitors.entries()) await signIn(backend, visitor, place)
  const [first] = visitors
  if (!first) throw new Error('At least one person is needed.')
  const order = await placeOrder(first, 'payfast')
  await addToCart(first)
  await first.post('/profile/edit-location', {
    intent: 'add',
    address: '7 Canal Road',
    city: 'Lahore',
    country: 'Pakistan',
  })
  const stranger = new Visitor(shop.url)
  await addToCart(stranger)
  const vocabulary = await learnVocabulary(
    [first, stranger],
    [`/pay/${order}`, `/checkout/placed/${order}`, `/profile/active-orders/${order}`, '/product/guest-robe'],
  )
  await collectCookies(stranger, first)
  return { ...shop, backend, people: visitors.map(({ cookies }) => cookies), vocabulary }
}

/** Signs a new user in, and gives them a cart. */
async function signIn(backend: SupabaseClient<Database>, visitor: Visitor, place: number): Promise<void> {
  const email = `fuzz-person-${place}@example.com`
  const { error } = await backend.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: `Person ${place}` },
  })
  if (error) throw error
  const page = await visitor.post('/login', { emailOrPhone: email, password: PASSWORD, keepSignedIn: 'on' })
  if (![...visitor.cookies.keys()].some((name) => name.endsWith('session')))
    throw new Error(`Nobody could sign in: ${page.status} ${page.text.slice(0, 200)}`)
  await addToCart(visitor)
}

/** Makes the shop set its other cookies too; the first user sends them. */
async function collectCookies(stranger: Visitor, first: Visitor): Promise<void> {
  const responses = [
    await stranger.submit('/newsletter', { email: 'x' }),
    await stranger.request('/checkout'),
    await stranger.request('/auth/google'),
    await stranger.submit('/create-account', { fullName: 'X', email: 'fuzz-new@example.com', password: PASSWORD }),
    await stranger.submit('/cart', { intent: 'promo', code: 'JASMINE10' }),
  ]
  for (const response of responses) await response.body?.cancel()
  for (const [name, value] of stranger.cookies) if (!first.cookies.has(name)) first.cookies.set(name, value)
}
