import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { AuthenticatorApp, newOperator, runOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { mailTo, newVisitor, serviceClient, type Person } from '../support/people.ts'
import type { Fields, Visitor } from '../support/visitor.ts'

// Invitations to the desk, recovery codes and lost phones (decision 118), and how each is abused.

const STAFF = '/desk/people/operators'
const PASSWORD = 'a-password-of-mine'
const LINK = /http:\/\/\S+(\/desk\/sign-in\/invitation\?\S+)/

let manager: Person
let desk: Visitor
let privateLink: string

beforeAll(async () => {
  ;({ desk, person: manager, link: privateLink } = await newOperator('Staff Manager', 'manager'))
})

/** Invites somebody. Returns their address, and the path of the link in the mail. */
async function invited(role = 'operator'): Promise<{ email: string; path: string }> {
  const email = `invited-${randomUUID().slice(0, 8)}@example.com`
  const page = await desk.post(STAFF, { intent: 'invite', email, role })
  expect(page.text).toContain(`${email} is invited by mail.`)
  return { email, path: await mailedPath(email) }
}

async function mailedPath(email: string): Promise<string> {
  const { text = '' } = await mailTo(email, /^Your invitation to the desk of/)
  return LINK.exec(text)?.[1] ?? ''
}

async function idOf(email: string): Promise<string> {
  const { data } = await serviceClient().from('profiles').select('id').eq('email', email).single()
  return data?.id ?? ''
}

/** Signs in up to the code. */
async function withPassword(email: string, password: string): Promise<{ visitor: Visitor; html: string }> {
  const visitor = newVisitor()
  await visitor.get(privateLink)
  const { html } = await visitor.post('/desk/sign-in', { email, password })
  return { visitor, html }
}

async function codesOf(visitor: Visitor): Promise<string[]> {
  const page = await visitor.post('/desk/recovery-codes', {})
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  return all(dom(page), '.desk-codes li')
}

const recordOf = async (email: string) =>
  all(dom(await desk.get(`/desk/audit?kind=person&subject=${encodeURIComponent(email)}`)), '.desk-changes b')

test('an invitation leads to a password, a phone and recovery codes, and its link works once', async () => {
  const { email, path } = await invited()
  const visitor = newVisitor()
  // Scanners of mails follow links.
  expect((await newVisitor().get(path)).text).toContain('Choose the password')
  expect((await visitor.post(path, { password: 'abc' })).status).toBe(400)
  const set = await visitor.post(path, { password: PASSWORD })
  expect([set.url, set.text.includes(`Sign in as ${email}`)]).toEqual(['/desk/sign-in', true])
  const factor = await visitor.post('/desk/sign-in', { email, password: PASSWORD })
  const codes = await visitor.post('/desk/sign-in/code', { code: new AuthenticatorApp(factor.html).code() })
  expect(codes.url).toBe('/desk/recovery-codes?to=%2Fdesk')
  expect(new Set(await codesOf(visitor)).size).toBe(10)
  expect((await newVisitor().get(path)).text).toContain('This link has been used')
  const again = await newVisitor().post(path, { password: 'a-thief-s-password' })
  expect([again.status, again.text.includes('This link has been used')]).toEqual([400, true])
  expect((await withPassword(email, 'a-thief-s-password')).html).toContain('Invalid login credentials')
  expect(await recordOf(email)).toEqual(['Make recovery codes', 'Accept invitation', 'Invite'])
})

test('a phone that Auth has forgotten before its first code asks to sign in again, and doesn’t call the code wrong', async () => {
  const { email, path } = await invited()
  await newVisitor().post(path, { password: PASSWORD })
  const { visitor, html } = await withPassword(email, PASSWORD)
  const app = new AuthenticatorApp(html)
  const { mfa } = serviceClient().auth.admin
  const userId = await idOf(email)
  const { data } = await mfa.listFactors({ userId })
  for (const { id } of data?.factors ?? []) await mfa.deleteFactor({ id, userId })
  const page = await visitor.post('/desk/sign-in/code', { code: app.code() })
  expect([page.status, all(dom(page), '[role=alert] div')]).toEqual([
    400,
    ['This took too long. Please sign in again.'],
  ])
})

test('an invitation ends after a day, with the role, and when it is sent again', async () => {
  const [late, taken, twice] = [await invited(), await invited(), await invited('manager')]
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000 - 1_000).toISOString()
  await serviceClient()
    .from('desk_invitations')
    .update({ sent_at: yesterday })
    .eq('person', await idOf(late.email))
  await desk.post(STAFF, { id: await idOf(taken.email) })
  const sent = await desk.post(STAFF, { intent: 'invite-again', id: await idOf(twice.email) })
  expect(sent.text).toContain('is invited again by mail.')
  for (const { path } of [late, taken, twice])
    expect((await newVisitor().post(path, { password: PASSWORD })).status).toBe(400)
  await expect.poll(() => mailedPath(twice.email)).not.toBe(twice.path)
  expect((await newVisitor().post(await mailedPath(twice.email), { password: PASSWORD })).url).toBe('/desk/sign-in')
  await desk.post(STAFF, { intent: 'invite-again', id: await idOf(late.email) })
  await expect.poll(() => mailedPath(late.email)).not.toBe(late.path)
})

test('the link of one person opens no other’s invitation, and a made-up one looks like an unknown page', async () => {
  const [one, other] = [await invited(), await invited()]
  const [idOfOne, keyOfOther] = [/id=([^&]+)/.exec(one.path)?.[1], /key=(.+)/.exec(other.path)?.[1]]
  for (const path of [
    `/desk/sign-in/invitation?id=${idOfOne}&key=${keyOfOther}`,
    `/desk/sign-in/invitation?id=${idOfOne}&key=`,
    `/desk/sign-in/invitation?id=${randomUUID()}&key=${keyOfOther}`,
    '/desk/sign-in/invitation',
  ]) {
    const visitor = newVisitor()
    expect([path, (await visitor.request(path)).status]).toEqual([path, 404])
    expect([path, (await visitor.submit(path, { password: PASSWORD })).status]).toEqual([path, 404])
    expect([path, (await desk.request(path)).status]).toEqual([path, 404])
  }
})

test('invitations to one address are limited, and somebody with a role isn’t invited', async () => {
  const { email } = await invited()
  const again = await desk.post(STAFF, { intent: 'invite', email, role: 'manager' })
  expect([again.status, again.text.includes('works at the desk already')]).toEqual([409, true])
  const id = await idOf(email)
  const texts = []
  for (let tries = 0; tries < 4; tries += 1) texts.push((await desk.post(STAFF, { intent: 'invite-again', id })).status)
  expect(texts).toEqual([200, 200, 200, 409])
})

test('nobody but a manager with a fresh code invites, sends again, or removes a phone', async () => {
  const { desk: operator, person } = await newOperator('Only Operator')
  const forms: Fields[] = [
    { intent: 'invite', email: 'friend@example.com', role: 'manager' },
    { intent: 'invite-again', id: person.id },
    { intent: 'lost-phone', id: manager.id },
  ]
  for (const fields of forms)
    expect([fields.intent, (await operator.post(STAFF, fields)).status]).toEqual([fields.intent, 403])
  const { data } = await serviceClient().from('profiles').select('id').eq('email', 'friend@example.com')
  expect(data).toEqual([])
  expect((await operator.get('/desk')).url).toBe('/desk')
  const own = await desk.post(STAFF, { intent: 'lost-phone', id: manager.id })
  expect([own.status, own.text.includes('by another manager, or by a recovery code')]).toEqual([409, true])
})

test('a lost phone is removed by a manager: sessions, codes and phone end, and the next sign-in adds a new one', async () => {
  const { desk: visitor, person } = await newOperator('Lost Phone')
  const [code = ''] = await codesOf(visitor)
  const removed = await desk.post(STAFF, { intent: 'lost-phone', id: person.id })
  expect(removed.text).toContain('is removed. The next sign-in adds a new one.')
  expect((await visitor.get('/desk')).url).toBe('/desk/sign-in?to=%2Fdesk')
  expect((await mailTo(person.email, /^Your phone was removed/)).text).toContain('tell a manager at once')
  const next = await withPassword(person.email, person.password)
  expect((await next.visitor.post('/desk/sign-in/recovery', { code })).url).toBe('/desk/sign-in/code')
  const inside = await next.visitor.post('/desk/sign-in/code', { code: new AuthenticatorApp(next.html).code() })
  expect(inside.url).toBe('/desk/recovery-codes?to=%2Fdesk')
  expect((await recordOf(person.email))[0]).toBe('Lost phone')
})

test('a recovery code replaces the phone, once, and says how many are left', async () => {
  const { desk: visitor, person } = await newOperator('Recovered Person')
  const [code = '', other = ''] = await codesOf(visitor)
  const first = await withPassword(person.email, person.password)
  const page = await first.visitor.post('/desk/sign-in/recovery', { code: code.toUpperCase() })
  expect([page.url, page.text.includes('9 codes are left')]).toEqual(['/desk/sign-in/code', true])
  const app = new AuthenticatorApp(page.html)
  expect((await mailTo(person.email, /^A recovery code was used/)).text).toContain('9 codes are left')
  // The session with the lost phone has ended.
  expect((await visitor.get('/desk')).url).toBe('/desk/sign-in?to=%2Fdesk')
  expect((await first.visitor.post('/desk/sign-in/code', { code: app.code() })).url).toBe(
    '/desk/recovery-codes?to=%2Fdesk',
  )
  const second = await withPassword(person.email, person.password)
  const used = await second.visitor.post('/desk/sign-in/recovery', { code })
  expect([used.status, used.text.includes('not right, or it has been used')]).toEqual([400, true])
  // New codes end the earlier ones.
  await codesOf(first.visitor)
  expect((await second.visitor.post('/desk/sign-in/recovery', { code: other })).status).toBe(400)
  expect((await first.visitor.get('/desk')).url).toBe('/desk')
  expect((await recordOf(person.email)).slice(0, 2)).toEqual(['Make recovery codes', 'Use recovery code'])
})

test('a recovery code of another person, and guesses, are refused; they share the limit of codes', async () => {
  const [one, other] = [await newOperator('Code Owner'), await newOperator('Code Thief')]
  const [code = ''] = await codesOf(one.desk)
  const { visitor } = await withPassword(other.person.email, other.person.password)
  const statuses = []
  for (const guess of [code, 'abcde-23456', 'abcde-23457', 'abcde-23458', 'abcde-23459', 'abcde-2345a'])
    statuses.push((await visitor.post('/desk/sign-in/recovery', { code: guess })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await visitor.post('/desk/sign-in/code', { code: '000000' })).status).toBe(429)
  expect((await newVisitor().request('/desk/sign-in/recovery')).status).toBe(404)
  expect((await one.desk.get('/desk/recovery-codes')).text).toContain('You have 10 codes left.')
})

test('the command invites a new address, and sends an unused invitation again', async () => {
  const email = `command-${randomUUID().slice(0, 8)}@example.com`
  const command = () => runOperator(inject('sandbox'), inject('shopUrl'), email)
  expect(await command()).toContain('An invitation is mailed')
  const first = await mailedPath(email)
  expect(await command()).toContain('An invitation is mailed')
  await expect.poll(() => mailedPath(email)).not.toBe(first)
  expect((await newVisitor().post(await mailedPath(email), { password: PASSWORD })).url).toBe('/desk/sign-in')
  expect(await command()).not.toContain('An invitation is mailed')
})
