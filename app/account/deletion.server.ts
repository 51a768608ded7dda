import { m } from '~/language/messages'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { succeed } from '~/platform/result'
import { openBackends, type Backends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import type { Shopper } from '~/platform/supabase/session.server'
import { plainText } from '~/platform/text'
import { removeFiles } from '~/platform/supabase/uploads.server'
import { askedFrom } from './auth-mail'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { authOf, reauthenticate } from './sign-in/sign-in.server'

/** Mails a code that replaces the password of an account without one, such as a Google account (A47). */
export async function mailDeletionCode(
  context: Needs<'backends' | 'clientAddress' | 'settings'>,
  shopper: Shopper,
): Promise<AccountResult<null>> {
  const options = { shouldCreateUser: false, emailRedirectTo: askedFrom(context.settings) }
  const { error } = await authOf(context).signInWithOtp({ email: shopper.email, options })
  return error ? refuseByAuth(error, m.account_code_not_mailed()) : succeed(null)
}

/**
 * Deletes an account, given its password or a mailed code, unless an order is on its way, a return is open and the shopper doesn't
 * insist, or it has a role at the desk. Orders stay, without personal data (decision 121, A47). The database deletes everything in one
 * transaction and lists the shopper's files for removal; files that can't be removed now stay on the list.
 */
export async function deleteAccount(
  context: Needs<'backends' | 'clientAddress' | 'sessions' | Reporting>,
  shopper: Shopper,
  { proof, anyway }: { proof: string; anyway: boolean },
): Promise<AccountResult<null>> {
  const openOrderRefusal = await refuseForOpenOrder(context, shopper)
  if (openOrderRefusal) return openOrderRefusal
  const open = anyway ? [] : await attempt(context, 'open returns not read', () => listOpenReturns(context, shopper))
  if (!open) return refuseAccount(m.account_not_deleted_now(), 503)
  if (open.length > 0) return refuseAccount(m.account_return_is_open(), 409)
  const verified = await verifyProof(context, shopper, proof)
  if (!verified.ok) return verified
  const hasRole = await attempt(context, 'role of an account not read', () => hasDeskRole(context, shopper))
  if (hasRole === null) return refuseAccount(m.account_not_deleted_now(), 503)
  if (hasRole) return refuseAccount(m.account_has_role(), 409)
  const { error } = await serviceClient(context, 'delete an account').auth.admin.deleteUser(shopper.id)
  context.sessions.forgetChecks(shopper.id)
  // The database also refuses if an order was paid meanwhile, but Auth hides its reason.
  if (error) return (await refuseForOpenOrder(context, shopper)) ?? refuseByAuth(error, m.account_not_deleted())
  await attempt(context, 'files not removed', () => removeListedFiles(context))
  return succeed(null)
}

/** Whether an account has a role at the desk. Only there, with the second factor, it can be taken away. Throws if Auth fails. */
async function hasDeskRole(context: Needs<'backends'>, { id }: Shopper): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'delete an account').auth.admin.getUserById(id)
  if (error) throw new Error(`Role not read: ${error.message}`, { cause: error })
  return data.user.app_metadata.role !== undefined && data.user.app_metadata.role !== null
}

async function verifyProof(
  context: Needs<'backends' | 'clientAddress'>,
  shopper: Shopper,
  proof: string,
): Promise<AccountResult<null>> {
  const auth = authOf(context)
  const session = await reauthenticate(auth, shopper, proof)
  if (session.ok) return succeed(null)
  const mayBeCode = session.refusal.status === 400 && /^\d{6}$/.test(plainText(proof))
  if (!mayBeCode) return session
  const { error } = await auth.verifyOtp({ email: shopper.email, token: plainText(proof), type: 'email' })
  return error ? refuseByAuth(error, m.account_wrong_code()) : succeed(null)
}

/** Returns a refusal if an order is on its way to the shopper, or null. */
async function refuseForOpenOrder(context: Needs<'backends'>, shopper: Shopper) {
  const { data, error } = await serviceClient(context, 'delete an account').rpc('order_on_its_way', {
    p_shopper: shopper.id,
  })
  if (error) return refuseAccount(m.account_not_deleted_now(), 503)
  const order: string | null = data
  if (!order) return null
  return refuseAccount(m.account_order_on_its_way({ order }), 409)
}

const openReturnsSchema = z.array(
  z.object({
    id: z.guid(),
    order_id: z.string(),
    kind: z.enum(['return', 'exchange']),
    status: z.enum(['requested', 'approved', 'received']),
    refund_amount: storedAmount,
  }),
)
/** A return or exchange that has not ended; in paisa what it refunds, or would instead of an exchange. */
export type OpenReturn = z.infer<typeof openReturnsSchema>[number]

/** Returns a shopper's open returns and exchanges. Throws if the database fails. */
export async function listOpenReturns(context: Needs<'backends'>, shopper: Shopper): Promise<OpenReturn[]> {
  const { data, error } = await serviceClient(context, 'delete an account').rpc('open_returns_of', {
    p_shopper: shopper.id,
  })
  if (error) throw new Error(`Open returns not read: ${error.message}`, { cause: error })
  return openReturnsSchema.parse(data)
}

/** Few enough that the paths fit into one URL. */
const BATCH = 50

/** Removes the listed files of deleted accounts, reviews and product pictures. Returns their number. Throws if storage can't be reached. */
async function removeListedFiles(shop: { backends: Backends }): Promise<number> {
  const db = serviceClient(shop, 'remove files')
  let removed = 0
  for (let previous = ''; ;) {
    const listed = await db.from('files_to_remove').select('bucket, path').order('listed_at').limit(BATCH)
    if (listed.error) throw new Error(`Files to remove not read: ${listed.error.message}`, { cause: listed.error })
    const [first] = listed.data
    if (!first) return removed
    const { bucket, path } = first
    if (path === previous) throw new Error(`Removed file still listed: ${path}`)
    previous = path
    const paths = listed.data.filter((file) => file.bucket === bucket).map((file) => file.path)
    await removeFiles(db, bucket, paths)
    const { error } = await db.from('files_to_remove').delete().eq('bucket', bucket).in('path', paths)
    if (error) throw new Error(`Removed files still listed: ${error.message}`, { cause: error })
    removed += paths.length
  }
}

/**
 * Removes the files that earlier deletions couldn't remove, and those whose upload was killed before a row named them, for a timer. Returns
 * their number. Throws if storage can't be reached.
 */
export async function removeUnusedFiles(settings: Settings): Promise<number> {
  const shop = { backends: openBackends(settings) }
  const { error } = await serviceClient(shop, 'remove files').rpc('list_unused_files')
  if (error) throw new Error(`Unused files not listed: ${error.message}`, { cause: error })
  return removeListedFiles(shop)
}
