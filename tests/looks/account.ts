import { serviceBackend } from '../support/orders.ts'
import { addToCart, logIn, logInAsNew, open, type Looker } from './looker.ts'

const CHAT = '/profile/chat-support'

/** Shows the account's pages: of somebody new, and of a sample person with orders, addresses and chats. */
export async function account(looker: Looker): Promise<void> {
  const { page, look } = looker
  const id = await logInAsNew(looker)
  for (const [name, path] of [
    ['new profile', '/profile'],
    ['no addresses', '/profile/edit-location'],
    ['no orders', '/profile/active-orders'],
    ['profile setup', '/profile-setup'],
    ['settings', '/profile/account'],
    ['chat tiles', CHAT],
    ['order help', `${CHAT}?mode=order`],
  ] as const) {
    await open(looker, path)
    await look(name)
  }
  await open(looker, `${CHAT}?mode=general`)
  await page.getByPlaceholder('Type a message...').fill('Assalam o alaikum, is the satin robe lined?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.waitForURL(/conversation=/)
  await answer(looker, new URL(page.url()).searchParams.get('conversation') ?? '')
  await page.getByText('it doesn’t cling').waitFor()
  await look('chat')
  await open(looker, CHAT)
  await look('conversations')
  await addToCart(looker)
  await open(looker, '/product/lace-balconette-bra?tab=ratingReviews&write=1')
  await look('write a review')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look('review refused')
  await returning(looker, id)
  await page.context().clearCookies()
  await logIn(looker, 'ayesha@example.com')
  for (const [name, path] of [
    ['profile', '/profile'],
    ['addresses', '/profile/edit-location'],
    ['active orders', '/profile/active-orders'],
    ['complete orders', '/profile/complete-orders'],
  ] as const) {
    await open(looker, path)
    await look(name)
  }
  await open(looker, '/profile/active-orders')
  await page.getByRole('link', { name: /^ORD-/ }).first().click()
  await page.waitForLoadState('networkidle')
  await look('sample order')
}

async function answer(looker: Looker, conversation: string): Promise<void> {
  const { error } = await serviceBackend(looker.settings)
    .from('chat_messages')
    .insert({ conversation_id: conversation, message_text: 'It isn’t, but it doesn’t cling.' })
  if (error) throw error
}

/** Gives the shopper a delivered sample order and shows how to send something of it back. */
async function returning(looker: Looker, id: string): Promise<void> {
  const { page, look } = looker
  const backend = serviceBackend(looker.settings)
  const { data } = await backend.from('orders').select('id, order_id').eq('status', 'Delivered').limit(1).single()
  const { error } = await backend
    .from('orders')
    .update({ user_id: id })
    .eq('id', data?.id ?? '')
  if (error) throw error
  await open(looker, `/profile/active-orders/${data?.order_id ?? ''}`)
  await look('delivered order')
  await page.getByRole('link', { name: 'Send things back' }).click()
  await look('return')
  const send = page.getByRole('button', { name: 'Ask to send it back' })
  await send.click()
  await page.getByRole('alert').first().waitFor()
  await look('return refused')
  await page.getByRole('radio', { name: 'It is damaged or faulty' }).check({ force: true })
  await page.getByLabel('What should we know?').fill('A seam is open.')
  await send.click()
  await page.waitForURL('**#returns')
  await page.waitForLoadState('networkidle')
  await look('return requested')
  const [returned, answer] = [backend.from('returns'), 'Our rider comes on Friday.']
  const { data: latest } = await returned.select('id').order('created_at', { ascending: false }).limit(1).single()
  const mine = latest?.id ?? ''
  for (const [name, step] of [
    ['approved', () => returned.update({ status: 'approved', answer, refund_amount: 500 }).eq('id', mine)],
    ['arrived', () => returned.update({ status: 'received' }).eq('id', mine)],
    ['refunded', () => backend.from('refunds').update({ refunded_at: new Date().toISOString() }).eq('return_id', mine)],
  ] as const) {
    const { error: problem } = await step()
    if (problem) throw problem
    await page.reload()
    await look(`return ${name}`)
  }
}
