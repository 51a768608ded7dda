import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { openBackends } from '../../app/platform/supabase/clients.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import { anybody, asPerson, mailTo, newPerson, operator } from '../support/people.ts'

// Spoken through supabase-js alone, so that the same tests hold against a hosted project.

test('DB-02 signing in: right, wrong, unconfirmed', async () => {
  const person = await newPerson()
  const right = await anybody().auth.signInWithPassword(person)
  expect(right.data.session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'bearer',
  })
  const wrong = await anybody().auth.signInWithPassword({ email: person.email, password: 'wrong-password' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  const email = `unconfirmed-${randomUUID().slice(0, 8)}@example.com`
  await anybody().auth.signUp({ email, password: 'a-good-password' })
  expect((await anybody().auth.signInWithPassword({ email, password: 'a-good-password' })).error?.code).toBe(
    'email_not_confirmed',
  )
})

test('DB-04 DB-05 sign-up mails a code, the code opens a session, and a profile is there', async () => {
  const email = `code-${randomUUID().slice(0, 8)}@example.com`
  const client = anybody()
  const started = await client.auth.signUp({
    email,
    password: 'a-good-password',
    options: { data: { full_name: 'Code Person' } },
  })
  expect([started.error, started.data.session]).toEqual([null, null])
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).html ?? '')?.[1] ?? ''
  const wrong = await client.auth.verifyOtp({ email, token: code === '000000' ? '000001' : '000000', type: 'email' })
  expect(wrong.error).not.toBeNull()
  const right = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  expect(right.data.user?.user_metadata.full_name).toBe('Code Person')
  const { data } = await client.from('profiles').select('full_name, email').single()
  expect(data).toEqual({ full_name: 'Code Person', email })
  expect((await anybody().auth.verifyOtp({ email, token: code, type: 'email' })).error).not.toBeNull()
})

test('DB-06 resend: bursts are stopped, silent for strangers; sign-up again tells nothing', async () => {
  const email = `again-${randomUUID().slice(0, 8)}@example.com`
  await anybody().auth.signUp({ email, password: 'a-good-password' })
  expect((await anybody().auth.resend({ type: 'signup', email })).error?.code).toBe('over_email_send_rate_limit')
  expect((await anybody().auth.resend({ type: 'signup', email: 'nobody@example.com' })).error).toBeNull()
  const person = await newPerson()
  const again = await anybody().auth.signUp({ email: person.email, password: 'another-password' })
  expect([again.error, again.data.session, again.data.user?.id === person.id]).toEqual([null, null, false])
})

test('a second sign-up before the address is confirmed keeps the first password', async () => {
  const email = `twice-${randomUUID().slice(0, 8)}@example.com`
  await anybody().auth.signUp({ email, password: 'the-first-password' })
  await anybody().auth.signUp({ email, password: 'the-second-password' })
  const first = await anybody().auth.signInWithPassword({ email, password: 'the-first-password' })
  const second = await anybody().auth.signInWithPassword({ email, password: 'the-second-password' })
  expect([first.error?.code, second.error?.code]).toEqual(['email_not_confirmed', 'invalid_credentials'])
})

test('DB-07 user, refresh, sign-out and recovery', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  expect((await client.auth.getUser()).data.user?.id).toBe(person.id)
  const before = (await client.auth.getSession()).data.session
  const after = (await client.auth.refreshSession()).data.session
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
  await client.auth.signOut()
  expect((await anybody().auth.getUser(after?.access_token ?? '')).error).not.toBeNull()
  await anybody().auth.resetPasswordForEmail(person.email)
  const token = /token_hash=([\w-]+)/.exec((await mailTo(person.email, /password/)).html ?? '')?.[1] ?? ''
  const recovered = await anybody().auth.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(recovered.data.user?.id).toBe(person.id)
})

test('a phone number and password sign in', async () => {
  const { data } = await anybody().auth.signInWithPassword({ phone: '+923031234567', password: 'jasmine-tea-7' })
  expect(data.user?.email).toBe('sana@example.com')
})

test('DB-52 DB-95 DB-97 DB-98 storage: own folders, one hour of caching, listed by name', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const picture = Buffer.from('not a picture, but bytes')
  const name = `review-images/${randomUUID()}.webp`
  expect((await client.storage.from('files').upload(name, picture, { contentType: 'image/webp' })).error).toBeNull()
  expect(client.storage.from('files').getPublicUrl(name).data.publicUrl).toContain(`/files/${name}`)
  expect(await (await anybody().storage.from('files').download(name)).data?.text()).toBe(picture.toString())
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = inject('sandbox')
  const object = await fetch(`${SUPABASE_URL}/storage/v1/object/files/${name}`, {
    headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
  })
  expect([object.status, object.headers.get('cache-control')]).toEqual([200, 'max-age=3600'])
  const own = `profilePictures/${person.id}.webp`
  expect(
    (await client.storage.from('files').upload(own, picture, { contentType: 'image/webp', upsert: true })).error,
  ).toBeNull()
  expect(
    (await client.storage.from('files').upload(own, picture, { contentType: 'image/webp', upsert: true })).error,
  ).toBeNull()
  expect(
    (
      await client.storage
        .from('files')
        .upload(`profilePictures/${randomUUID()}.webp`, picture, { contentType: 'image/webp' })
    ).error,
  ).not.toBeNull()
  expect(
    (
      await anybody()
        .storage.from('files')
        .upload(`review-images/${randomUUID()}.webp`, picture, { contentType: 'image/webp' })
    ).error,
  ).not.toBeNull()
  const listed = (await operator().storage.from('files').list('review-images')).data?.map((file) => file.name) ?? []
  expect(listed).toEqual(listed.toSorted())
})

test('DB-96 a chat file is its conversation’s own', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const { data: conversation } = await client.rpc('create_conversation', {
    p_title: 'General Support Chat',
    p_message: 'Hello',
  })
  const name = `chat-attachments/${conversation}/${randomUUID()}.pdf`
  const pdf = { contentType: 'application/pdf' }
  expect((await client.storage.from('files').upload(name, Buffer.from('mine'), pdf)).error).toBeNull()
  expect((await client.storage.from('files').download(name)).error).toBeNull()
  const signed = await client.storage.from('files').createSignedUrl(name, 60)
  expect(await (await fetch(signed.data?.signedUrl ?? '')).text()).toBe('mine')
  const stranger = await asPerson(await newPerson())
  expect((await stranger.storage.from('files').download(name)).error).not.toBeNull()
  expect((await anybody().storage.from('files').download(name)).error).not.toBeNull()
  expect((await stranger.storage.from('files').createSignedUrl(name, 60)).error).not.toBeNull()
  expect(
    (
      await stranger.storage
        .from('files')
        .upload(`chat-attachments/${conversation}/${randomUUID()}.pdf`, Buffer.from('x'), pdf)
    ).error,
  ).not.toBeNull()
})

test('DB-99 DB-100 DB-101 DB-102 DB-105 DB-106 DB-107 DB-108 chat: questions, a conversation, messages in order, live', async () => {
  const client = await asPerson(await newPerson())
  const { data: questions } = await client.rpc('get_predefined_questions')
  expect(Object.keys(questions?.[0] ?? {}).sort()).toEqual(['category', 'id', 'question_text'])
  const answer = await client.rpc('get_predefined_answer', { p_question_id: questions?.[0]?.id ?? '' })
  expect(answer.data).toContain('three to five working days')
  const { data: id } = await client.rpc('create_conversation', { p_title: 'General Support Chat', p_message: 'First' })
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('chat')
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'chat_messages', filter: `conversation_id=eq.${id}` },
        ({ new: row }) => heard.push(row.message_text),
      )
      .subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  const temp = randomUUID()
  const message = {
    p_conversation_id: id ?? '',
    p_message_text: 'Second',
    p_is_from_predefined: false,
    p_temp_id: temp,
  }
  await client.rpc('add_message', message)
  await client.rpc('add_message', message)
  await operator()
    .from('chat_messages')
    .insert({ conversation_id: id ?? '', message_text: 'From the shop' })
  await expect.poll(() => heard).toEqual(['Second', 'From the shop'])
  const { data: messages } = await client
    .from('chat_messages')
    .select('message_text, sender_type')
    .eq('conversation_id', id ?? '')
    .order('created_at')
  expect(messages?.map(({ message_text: text, sender_type: by }) => [text, by])).toEqual([
    ['First', 'userData'],
    ['Second', 'userData'],
    ['From the shop', 'agent'],
  ])
  const { data: list } = await client
    .from('user_conversations')
    .select('title, unread_count')
    .order('last_message_time', { ascending: false })
    .limit(10)
  expect(list).toEqual([{ title: 'General Support Chat', unread_count: 1 }])
  const { data: one } = await client
    .from('user_conversations')
    .select('id')
    .eq('id', id ?? '')
    .single()
  expect(one?.id).toBe(id)
  await client.removeAllChannels()
})

test('DB-85 order items come with their product and size', async () => {
  const { error, data } = await operator()
    .from('order_items')
    .select('quantity, products(name), product_variants(size)')
    .limit(1)
    .single()
  expect(error).toBeNull()
  expect(data).toMatchObject({ products: { name: expect.any(String) }, product_variants: { size: expect.any(String) } })
})

test('DB-55 the contact function mails what it gets, and answers the shop’s server alone', async () => {
  const body = {
    firstName: 'Noor',
    lastName: 'Jahan',
    phone: '0300',
    email: 'noor@example.com',
    subject: `Hello\r\nBcc: all@example.com ${randomUUID()}`,
    message: 'A question',
  }
  expect((await operator().functions.invoke('send-contact-email', { body })).error).toBeNull()
  const mail = await mailTo('hello@chambeli.example', new RegExp(body.subject.slice(-36)))
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.text).toContain('A question')
  expect((await anybody().functions.invoke('send-contact-email', { body })).error).not.toBeNull()
})

test('DB-60 DB-117 DB-121 DB-123 DB-128 content is read in its order, and operators edit it by plain rows', async () => {
  const client = anybody()
  const social = await client.from('social_media').select('platform, url').eq('is_active', true).order('platform')
  expect(social.data?.map(({ platform }) => platform)).toEqual(['discord', 'instagram', 'twitter'])
  const groups = await client.from('faq_categories').select('title').eq('is_active', true).order('display_order')
  expect(groups.data?.map(({ title }) => title)).toEqual(['Account', 'Manage Deliveries', 'Orders', 'Payments'])
  const works = await client.from('company_works').select('display_order').eq('is_active', true).order('display_order')
  expect(works.data?.map(({ display_order: place }) => place)).toEqual([1, 2, 3, 4])
  const jobs = await client.from('career_positions').select('title').eq('is_active', true).order('title')
  expect(jobs.data?.map(({ title }) => title)).toEqual(['Pattern cutter', 'Support agent', 'Web engineer'])
  const edit = await operator()
    .from('page_content')
    .update({ meta_description: 'Edited' })
    .eq('slug', 'features')
    .select('meta_description')
    .single()
  expect(edit.data?.meta_description).toBe('Edited')
  expect((await client.from('page_content').update({ title: 'Hacked' }).eq('slug', 'features')).error).not.toBeNull()
})

test('DB-124 DB-125 realtime: a heartbeat of 30 s, 10 s of patience, back after 1, 2, 5, then 10 s', () => {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SESSION_SECRET } = inject('sandbox')
  const { realtime } = openBackends(
    readSettings({
      PUBLIC_URL: 'http://127.0.0.1:1',
      SUPABASE_URL,
      SUPABASE_PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY,
      SESSION_SECRET,
    }),
  ).anonymous
  expect([realtime.heartbeatIntervalMs, realtime.timeout]).toEqual([30_000, 10_000])
  expect([1, 2, 3, 4, 9].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([1000, 2000, 5000, 10_000, 10_000])
})

test('the sandbox’s first hole is closed: parallel requests never share a role', async () => {
  const { SUPABASE_URL = '' } = inject('sandbox')
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      place % 3 === 0
        ? operator().from('contact_submissions').select('id')
        : anybody()
            .from(place % 3 === 1 ? 'orders' : 'promo_codes')
            .select('id'),
    ),
  )
  answers.forEach(({ error }, place) => expect(error?.code ?? null).toBe(place % 3 === 0 ? null : '42501'))
  expect((await fetch(`${SUPABASE_URL}/_system/info`)).status).toBe(404)
})

test('the sandbox’s second hole is closed: no request grants what a migration revoked', async () => {
  await anybody().from('products').select('id').limit(1)
  for (const table of [
    'orders',
    'profiles',
    'promo_codes',
    'payment_notifications',
    'newsletter_subscriptions',
  ] as const) {
    const { error } = await anybody().from(table).select('*').limit(1)
    expect([table, error?.code]).toEqual([table, '42501'])
  }
})

test('errors keep their code, status and words', async () => {
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = inject('sandbox')
  const bad = await anybody().from('newsletter_subscriptions').insert({ email: 'not an address', source: 'x' })
  expect([bad.status, bad.error?.code]).toEqual([400, '23514'])
  const none = await anybody().from('products').select('id').eq('slug', 'nothing').single()
  expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  const wrongKey = createClient(SUPABASE_URL, `${SUPABASE_PUBLISHABLE_KEY}x`, { auth: { persistSession: false } })
  expect((await wrongKey.from('products').select('id').limit(1)).error).not.toBeNull()
})
