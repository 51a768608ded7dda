import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asPerson, newName, newPerson, serviceClient, cleanUp, rows } from '../support/contract.ts'

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
