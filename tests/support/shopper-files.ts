import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'

type Backend = SupabaseClient<Database>

async function done<Answer extends { error: unknown }>(work: PromiseLike<Answer>): Promise<Answer> {
  const response = await work
  if (response.error) throw response.error
  return response
}

/** Creates a profile picture, a review with a photo, and a chat with a picture for a shopper. Returns the files' paths. */
export async function giveFiles(backend: Backend, shopperId: string): Promise<string[]> {
  const conversation = randomUUID()
  const avatar = `profilePictures/${shopperId}-1.webp`
  const photo = `review-images/${randomUUID()}.webp`
  const attachment = `chat-attachments/${conversation}/${randomUUID()}.webp`
  for (const path of [avatar, photo, attachment])
    await done(backend.storage.from('files').upload(path, Buffer.alloc(64), { contentType: 'image/webp' }))
  await done(backend.from('profiles').update({ avatar_url: avatar }).eq('id', shopperId))
  const { data: robe } = await done(backend.from('products').select('id').eq('slug', 'guest-robe').single())
  const review = { product_id: robe?.id ?? '', user_id: shopperId, rating: 4, review_text: 'Soft.', images: [photo] }
  await done(backend.from('product_reviews').insert(review))
  await done(backend.from('user_conversations').insert({ id: conversation, title: 'Help', created_by: shopperId }))
  await done(
    backend.from('chat_messages').insert({
      conversation_id: conversation,
      sender_id: shopperId,
      sender_type: 'userData',
      attachment_url: attachment,
      attachment_type: 'image/webp',
    }),
  )
  return [avatar, photo, attachment]
}

/** Returns which of these files storage still has. */
export async function storedFiles(backend: Backend, paths: string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => ((await backend.storage.from('files').download(path)).data ? path : null)),
  )
  return found.filter((path) => path !== null)
}
