import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { type Person, serviceClient } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// The newsletter's list at the desk.

let operator: Person
let desk: Visitor

beforeAll(async () => {
  ;({ desk, person: operator } = await newOperator('Desk Person'))
})

const emails: string[] = []
afterAll(async () => {
  await serviceClient().from('newsletter_subscriptions').delete().in('email', emails)
})

/** Adds an address that asked for the newsletter on 2 January 2026. */
async function subscribed(email: string, isActive = true): Promise<string> {
  emails.push(email)
  const confirmed = isActive ? '2026-01-02T08:05:00Z' : null
  const row = { email, confirmed_at: confirmed, created_at: '2026-01-02T08:00:00Z' }
  const { error } = await serviceClient().from('newsletter_subscriptions').insert(row)
  if (error) throw error
  return email
}

async function file(): Promise<string[]> {
  const response = await desk.request('/desk/newsletter/export')
  return (await response.text()).replace('\uFEFF', '').split('\r\n')
}

test('an address is listed with when and where it was given, and found by a part of it', async () => {
  const email = await subscribed(`reader-${crypto.randomUUID()}@example.com`)
  const page = await desk.get(`/desk/newsletter?search=${email.slice(0, 30)}`)
  expect(page.html).not.toMatch(/<script/)
  expect(all(dom(page), 'tbody tr > *')).toEqual([email, '2 Jan 2026, 13:00', 'Website Newsletter Form', 'Yes'])
  expect(page.text).toContain('1 address, 1 of them confirmed')
  expect((await desk.get('/desk/newsletter?search=%00nobody&page=-1')).text).toContain('None.')
})

test('the file has the confirmed addresses with their dates, and the export is recorded', async () => {
  const email = await subscribed(`reader-${crypto.randomUUID()}@example.com`)
  const gone = await subscribed(`gone-${crypto.randomUUID()}@example.com`, false)
  const lines = await file()
  expect(lines[0]).toBe('"E-mail","Subscribed","Where","Ends it"')
  const line = lines.find((one) => one.startsWith(`"${email}","2 Jan 2026, 13:00","Website Newsletter Form"`))
  const link = /"(http[^"]*\/newsletter\/one-click\?[^"]+)"$/.exec(line ?? '')?.[1] ?? ''
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  expect(lines.join('\n')).not.toContain(gone)
  const page = await desk.get(`/desk/audit?kind=newsletter&who=${encodeURIComponent(operator.email)}`)
  expect(all(dom(page), '.desk-changes b')[0]).toBe('Export')
})

test('attack: the file is stored nowhere, and an address that begins a formula is only text', async () => {
  const address = `${crypto.randomUUID()}@example.com`
  for (const start of ['=', '+', '-']) await subscribed(start + address)
  const response = await desk.request('/desk/newsletter/export')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="newsletter-[\d-]{10}\.csv"$/)
  const lines = await file()
  for (const start of ['=', '+', '-'])
    expect(lines.join('\n')).toContain(`"'${start}${address}","2 Jan 2026, 13:00","Website Newsletter Form"`)
})
