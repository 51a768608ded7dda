import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { mailTo, newPerson, newVisitor, type Person, serviceClient, signedIn } from '../support/people.ts'
import { formFields } from '../support/visitor.ts'

// Anybody may write any number into their profile and their orders. Only the person who answers it can confirm an order (decision 40).

const freshNumber = () => `+9231${randomInt(10_000_000, 99_999_999)}`

/** Creates a person with this number in their profile and a password of their own. */
async function personWith(phone: string, password: string): Promise<Person> {
  const person = await newPerson()
  const { error } = await serviceClient().from('profiles').update({ phone_number: phone }).eq('id', person.id)
  if (error) throw error
  await serviceClient().auth.admin.updateUserById(person.id, { password })
  return { ...person, password }
}

const attackersOf = (phone: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, place) => personWith(phone, `attackers-own-${place}`)))

const signIn = (phone: string, { password }: Pick<Person, 'password'>, visitor = newVisitor()) =>
  visitor.post('/login', { emailOrPhone: phone, password })

/** Places a cash order with this number. Returns its number. */
async function orderBy(person: Person, phone: string): Promise<string> {
  const visitor = await signedIn(person)
  await addToCart(visitor)
  const fields = { ...(await checkoutFields(visitor, 'cod')), phone }
  const page = await visitor.post('/checkout', fields)
  const orderId = /ORD-\d+-\d+/.exec(page.url)?.[0]
  if (!orderId) throw new Error(`No order was placed: ${page.status} ${page.url}`)
  return orderId
}

async function changeOrder(
  orderId: string,
  ...changes: Database['public']['Tables']['orders']['Update'][]
): Promise<void> {
  for (const change of changes) {
    const { error } = await serviceClient().from('orders').update(change).eq('order_id', orderId)
    if (error) throw error
  }
}

const deliver = (orderId: string) => changeOrder(orderId, { status: 'Shipped' }, { status: 'Delivered' })
const confirmByPhone = (orderId: string, now = new Date().toISOString()) =>
  changeOrder(orderId, { confirmed_at: now, phone_confirmed_at: now })

/** Signs up with this number, as a shopper does. */
async function newcomer(phone: string, password: string): Promise<Pick<Person, 'email' | 'password'>> {
  const email = `newcomer-${randomUUID().slice(0, 8)}@example.com`
  const visitor = newVisitor()
  await visitor.post('/create-account', { fullName: 'Areeba Shah', email, password })
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).html ?? '')?.[1] ?? ''
  await visitor.post('/verify-otp', { code })
  const profile = { name: 'Areeba Shah', address: '7 Mall Road', dob: '1996-02-11', city: 'Multan', gender: 'female' }
  await visitor.post('/profile-setup', { ...profile, phone })
  return { email, password }
}

test('twenty older accounts with a newcomer’s number don’t take away the sign-in, before any order was placed', async () => {
  const phone = freshNumber()
  const attackers = await attackersOf(phone, 20)
  // The shop knows the passwords of those who have signed in to it.
  for (const attacker of attackers.slice(0, 10)) await signedIn(attacker)
  const owner = await newcomer(phone, 'the-owners-own')
  const home = newVisitor()
  expect((await signIn(phone, owner, home)).url).toBe('/')
  expect((await home.get('/profile')).text).toContain(owner.email)
})

test('a newcomer signs in by phone after changing the password, and not by the former one', async () => {
  const phone = freshNumber()
  await attackersOf(phone, 6)
  const owner = await newcomer(phone, 'the-former-one')
  const home = newVisitor()
  await signIn(phone, owner, home)
  const password = 'the-newer-one'
  await home.post('/profile/account', {
    intent: 'password',
    current: owner.password,
    password,
    confirmPassword: password,
  })
  expect((await signIn(phone, { ...owner, password })).url).toBe('/')
  expect((await signIn(phone, owner)).status).toBe(400)
})

test('a password that was set outside of the shop signs in by phone after a sign-in by e-mail', async () => {
  const phone = freshNumber()
  const owner = await newcomer(phone, 'the-former-one')
  const { data } = await serviceClient().from('profiles').select('id').eq('email', owner.email).single()
  const password = 'the-newer-one'
  await serviceClient().auth.admin.updateUserById(data?.id ?? '', { password })
  expect((await newVisitor().post('/login', { emailOrPhone: owner.email, password })).url).toBe('/')
  await expect.poll(async () => (await signIn(phone, { password })).url).toBe('/')
})

test('twenty older accounts with somebody’s number don’t take away a sign-in by a delivered order’s number', async () => {
  const phone = freshNumber()
  await attackersOf(phone, 20)
  const owner = await personWith(phone, 'the-owners-own')
  await deliver(await orderBy(owner, phone))
  const home = newVisitor()
  expect((await signIn(phone, owner, home)).url).toBe('/')
  expect((await home.get('/profile')).text).toContain(owner.email)
})

test('accounts with delivered orders to somebody’s number don’t take away a sign-in that was confirmed by phone', async () => {
  const phone = freshNumber()
  const attackers = await attackersOf(phone, 20)
  for (const attacker of attackers.slice(0, 6)) {
    const orderId = await orderBy(attacker, phone)
    await serviceClient().rpc('confirm_order', { p_order_id: orderId })
    await deliver(orderId)
  }
  const owner = await personWith(phone, 'the-owners-own')
  await confirmByPhone(await orderBy(owner, phone))
  expect((await signIn(phone, owner)).url).toBe('/')
  // Nor do they receive it: the link in a mail and the address of a parcel say nothing about who answers the phone.
  for (const attacker of [attackers[0], attackers[19]]) {
    if (attacker) expect((await signIn(phone, attacker)).status).toBe(400)
  }
})

test('an account with the owner’s number and the owner’s password doesn’t make the sign-in ambiguous', async () => {
  const phone = freshNumber()
  await personWith(phone, 'known-to-both')
  const owner = await personWith(phone, 'known-to-both')
  await confirmByPhone(await orderBy(owner, phone))
  const home = newVisitor()
  expect((await signIn(phone, owner, home)).url).toBe('/')
  expect((await home.get('/profile')).text).toContain(owner.email)
})

test('a number that changes hands signs in to the accounts that confirmed it last', async () => {
  const phone = freshNumber()
  for (const former of await attackersOf(phone, 6)) await confirmByPhone(await orderBy(former, phone))
  const owner = await personWith(phone, 'the-owners-own')
  await confirmByPhone(await orderBy(owner, phone))
  expect((await signIn(phone, owner)).url).toBe('/')
})

test('an order with another number proves nothing about the profile’s', async () => {
  const [phone, own] = [freshNumber(), freshNumber()]
  const attacker = await personWith(phone, 'the-attackers-own')
  await confirmByPhone(await orderBy(attacker, own))
  const owner = await personWith(phone, 'the-owners-own')
  await confirmByPhone(await orderBy(owner, phone))
  expect((await signIn(phone, attacker)).status).toBe(400)
  expect((await signIn(phone, owner)).url).toBe('/')
})

test('the desk’s confirmation is one by phone', async () => {
  const { desk } = await newOperator('Desk Person')
  const phone = freshNumber()
  const [other, owner] = [await personWith(phone, 'another-account'), await personWith(phone, 'the-owners-own')]
  const path = `/desk/orders/${await orderBy(owner, phone)}`
  await desk.post(path, { ...formFields((await desk.get(path)).html, 'name="version"'), intent: 'confirm' })
  expect((await signIn(phone, owner)).url).toBe('/')
  expect((await signIn(phone, other)).status).toBe(400)
})
