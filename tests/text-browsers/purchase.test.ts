import { expect, inject, onTestFinished, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { newPerson, serviceClient } from '../support/people.ts'
import { Lynx } from './lynx.ts'

test('buys with the text browser lynx: searches, signs in from the cart and pays cash on delivery', async () => {
  const person = await newPerson('Nadia Iqbal')
  const lynx = new Lynx(inject('shopUrl'))
  onTestFinished(() => lynx.end())

  await lynx.sees('NEW COLLECTION')
  await lynx.fill('Search', 'satin nightgown')
  await lynx.press('Search')
  await lynx.sees('Results for “satin nightgown”')
  await lynx.follow('Satin nightgown with lace hem')
  await lynx.sees('Size Guide')
  await lynx.choose('M')
  await lynx.press('Add to Cart')

  await lynx.sees('your cart')
  await lynx.follow('Go to Checkout')
  await lynx.sees('Please login to continue to checkout')
  await lynx.follow('Login', { after: 'Please login to continue to checkout' })
  await lynx.sees('LOGIN NOW')
  await lynx.fill('E-mail or phone', person.email)
  await lynx.fill('Password', person.password)
  await lynx.press('Login')

  await lynx.sees('Billing address')
  await lynx.fill('First name', 'Nadia')
  await lynx.fill('Last name', 'Iqbal')
  await lynx.fill('Address', '7 Canal Road')
  await lynx.fill('City', 'Faisalabad')
  await lynx.fill('Phone The rider calls before delivery', freshPhone())
  await lynx.choose('Cash on Delivery')
  await lynx.press('Place Order')

  await lynx.sees('Order Placed Successfully')
  const { data } = await serviceClient().from('orders').select('payment_method').eq('user_id', person.id)
  expect(data).toEqual([{ payment_method: 'cod' }])
}, 60_000)
