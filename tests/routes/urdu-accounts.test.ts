import { expect, test } from 'vitest'
import { dom, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import type { Page, Visitor } from '../support/visitor.ts'

function inUrdu(visitor: Visitor): Visitor {
  visitor.cookies.set('website_language', 'ur')
  return visitor
}

/** Returns the English words of a page's main part, without addresses of mails and brands. */
function english(page: Page): string[] {
  const main = dom(page).querySelector('main')
  for (const other of main?.querySelectorAll('script, noscript, [lang=en], bdi') ?? []) other.remove()
  return (
    words(main ?? null)
      .replace(/\S+@\S+|Rs\.|Google|WhatsApp|Chambeli|PayFast|XX+/g, '')
      .match(/[A-Za-z]{2,}/g) ?? []
  )
}

test('speaks Urdu to visitors who sign up, log in, write or subscribe, also in what it refuses', async () => {
  const visitor = inUrdu(newVisitor())
  const asked = ['/login', '/create-account', '/forget-password', '/verify-otp', '/wishlist', '/newsletter/confirm']
  for (const path of asked) expect([path, english(await visitor.get(path))]).toEqual([path, []])
  const refused = [
    ['/login', {}, 'براہِ کرم پاس ورڈ لکھیں۔'],
    ['/login', { emailOrPhone: 'nobody@example.com', password: 'secret-9' }, 'ای میل، فون نمبر یا پاس ورڈ درست نہیں۔'],
    ['/create-account', { password: 'abc' }, 'پاس ورڈ میں کم از کم 6 حروف ہونے چاہییں۔'],
    ['/forget-password', { email: 'x' }, 'براہِ کرم درست ای میل ایڈریس لکھیں۔'],
    ['/verify-otp', { code: '1' }, 'براہِ کرم پہلے اکاؤنٹ بنائیں۔'],
    ['/contact', { phone: '12' }, 'براہِ کرم تمام لازمی خانے بھریں'],
    ['/newsletter', { email: 'x', from: '/contact' }, 'براہِ کرم درست ای میل ایڈریس لکھیں'],
  ] as const
  for (const [path, fields, sentence] of refused) {
    const page = await visitor.post(path, fields)
    expect([path, page.text.includes(sentence)]).toEqual([path, true])
    if (path !== '/contact' && path !== '/newsletter') expect([path, english(page)]).toEqual([path, []])
  }
})

test('speaks Urdu to shoppers about their profile, addresses and account, also in what it refuses', async () => {
  const person = await newPerson('عائشہ خان')
  const visitor = inUrdu(await signedIn(person))
  for (const path of ['/profile', '/profile?edit', '/profile-setup', '/profile/edit-location', '/profile/account'])
    expect([path, english(await visitor.get(path))]).toEqual([path, []])
  const book = await visitor.post('/profile/edit-location', { phone: '0421234' })
  expect(english(book)).toEqual([])
  expect(book.text).toContain('براہِ کرم شہر لکھیں')
  expect(book.text).toContain('فون نمبر درست نہیں۔')
  expect(words(dom(book).querySelector('title'))).toBe('غلطی: آپ کے پتے | Chambeli')
  expect(words(dom(book).querySelector('option[value=UK]'))).toBe('یو کے – ابھی ڈیلیوری نہیں')
  const saved = await visitor.post('/profile/edit-location', { address: 'مال روڈ', city: 'لاہور', country: 'Pakistan' })
  expect(saved.text).toContain('پتہ شامل ہو گیا ہے')
  expect(words(dom(saved).querySelector('article.address'))).toContain('لاہور، پاکستان')
  const account = await visitor.post('/profile/account', { intent: 'delete', proof: '' })
  expect(account.text).toContain('براہِ کرم اپنا موجودہ پاس ورڈ لکھیں۔')
  expect(english(account)).toEqual([])
})

test('remembers the language in the profile, for the next browser in which the shopper signs in', async () => {
  const person = await newPerson()
  const language = async () => {
    const { data } = await serviceClient().from('profiles').select('language').eq('id', person.id).single()
    return data?.language
  }
  const first = await signedIn(person)
  expect([await language(), first.cookies.get('website_language')]).toEqual([null, undefined])
  await first.post('/language', { language: 'ur', from: '/profile' })
  expect(await language()).toBe('ur')
  const second = await signedIn(person)
  expect(second.cookies.get('website_language')).toBe('ur')
  const third = newVisitor()
  third.cookies.set('website_language', 'en')
  await third.post('/login', { emailOrPhone: person.email, password: person.password })
  expect([await language(), third.cookies.get('website_language')]).toEqual(['en', 'en'])
})
