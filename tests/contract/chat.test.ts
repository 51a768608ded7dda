import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonymousClient, asPerson, newName, newPerson, serviceClient, cleanUp, rows } from '../support/contract.ts'

test('quick answers: returns the questions, and an answer (DB-99, DB-100)', async () => {
  const client = await asPerson(await newPerson())
  const question = newName()
  const { id } = rows(
    await serviceClient()
      .from('predefined_questions')
      .insert({ question_text: question, answer_text: 'An answer', category: 'Contract' })
      .select('id')
      .single(),
  )
  cleanUp(() => serviceClient().from('predefined_questions').delete().eq('id', id))
  const { data: questions } = await client.rpc('get_predefined_questions')
  expect(questions?.find((one) => one.id === id)).toEqual({ id, category: 'Contract', question_text: question })
  expect((await client.rpc('get_predefined_answer', { p_question_id: id })).data).toBe('An answer')
})

test('a conversation receives its messages in order and live (DB-101, DB-102, DB-108)', async () => {
  const client = await asPerson(await newPerson())
  const { data: id } = await client.rpc('create_conversation', { p_title: 'General Support Chat', p_message: 'First' })
  const { said, heard } = listen(client, id ?? '')
  await expect.poll(() => said, { timeout: 20_000 }).toContain('postgres_changes ok')
  const message = {
    p_conversation_id: id ?? '',
    p_message_text: 'Second',
    p_is_from_predefined: false,
    p_temp_id: randomUUID(),
  }
  await client.rpc('add_message', message)
  await client.rpc('add_message', message)
  await serviceClient()
    .from('chat_messages')
    .insert({ conversation_id: id ?? '', message_text: 'From the shop' })
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['Second', 'From the shop'])
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

type Client = Awaited<ReturnType<typeof asPerson>>

/** Opens a channel for new messages of a conversation. Returns what Realtime says of it and which messages it delivers. */
function listen(client: Client, conversation: string) {
  const [said, heard]: [unknown[], string[]] = [[], []]
  const table = { event: 'INSERT', schema: 'public', table: 'chat_messages' } as const
  client
    .channel('messages')
    .on('postgres_changes', { ...table, filter: `conversation_id=eq.${conversation}` }, ({ new: row }) =>
      heard.push(row.message_text),
    )
    .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) =>
      said.push(`${extension} ${status}`),
    )
    .subscribe((status) => said.push(status))
  return { said, heard }
}

test('Realtime says when it is ready, and subscribes again with another token', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const { data } = await client.rpc('create_conversation', { p_title: 'General Support Chat', p_message: 'First' })
  const id = data ?? ''
  const { said, heard } = listen(client, id)
  const ready = () => said.filter((one) => one === 'postgres_changes ok')
  await expect.poll(ready, { timeout: 20_000 }).toHaveLength(1)
  // Of another session, since a refreshed token may be the same within a second.
  expect((await client.auth.signInWithPassword(person)).error).toBeNull()
  await expect.poll(ready, { timeout: 20_000 }).toHaveLength(2)
  await serviceClient().from('chat_messages').insert({ conversation_id: id, message_text: 'Renewed' })
  await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['Renewed'])
  await client.realtime.setAuth('no.valid.token')
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('CLOSED')
  expect(said).toContain('system error')
  await client.removeAllChannels()
})

test('Realtime refuses invalid tokens, and private channels without a policy', async () => {
  const client = anonymousClient()
  const refusal = (name: string, isPrivate: boolean) =>
    new Promise<string>((resolve) =>
      client
        .channel(name, { config: { private: isPrivate } })
        .subscribe((status, error) => resolve(`${status} ${error?.message}`)),
    )
  expect(await refusal('private', true)).toMatch(/^CHANNEL_ERROR Unauthorized: /)
  await client.realtime.setAuth('no.valid.token')
  expect(await refusal('invalid', false)).toMatch(/^CHANNEL_ERROR (MalformedJWT|JwtSignatureError|InvalidJWTToken)/)
  await client.removeAllChannels()
})
