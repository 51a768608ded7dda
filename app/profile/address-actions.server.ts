import { m } from '~/language/messages'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { addressSchema } from '~/address/address.schema'
import {
  ADDRESS_REFUSALS,
  addAddress,
  changeAddress,
  deleteAddress,
  makePrimary,
  restoreAddress,
  type AddressRefusal,
} from '~/address/address-book.server'
import { forgetDeleted, readDeleted, rememberDeleted } from '~/address/deleted-address.server'

export const ADDRESS_BOOK = '/profile/edit-location'

const actions = { add, save, primary, delete: remove, undo }

export function changeAddressBook(context: RequestContext, request: Request, shopper: Shopper) {
  const act = dispatch(context.form.get('intent'), actions) ?? add
  return act(context, shopper, request)
}

async function add(context: RequestContext, shopper: Shopper) {
  const form = await parseForm(context.form, addressSchema)
  if (!form.ok) return invalid(form)
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value))
  if (added === null) return refused(form, m.profile_address_not_added(), 503)
  if (!added.ok) return refused(form, ADDRESS_REFUSALS[added.refusal](), 409)
  return context.flashes.success(ADDRESS_BOOK, added.value.isNew ? m.profile_address_added() : m.address_known())
}

async function save(context: RequestContext, shopper: Shopper) {
  const form = await parseForm(context.form, addressSchema)
  if (!form.ok) return invalid(form)
  const id = addressId(context)
  const saved = await attempt(context, 'address not saved', () => changeAddress(shopper, id, form.value))
  if (saved === null) return refused(form, m.profile_address_not_saved(), 503)
  if (!saved.ok) return refused(form, ADDRESS_REFUSALS[saved.refusal](), 404)
  return context.flashes.success(ADDRESS_BOOK, m.profile_address_saved())
}

async function primary(context: RequestContext, shopper: Shopper) {
  const changed = await attempt(context, 'address not changed', () => makePrimary(shopper, addressId(context)))
  return finish(context, changed, m.profile_default_updated(), m.profile_default_not_updated())
}

async function remove(context: RequestContext, shopper: Shopper) {
  const removed = await attempt(context, 'address not deleted', () => deleteAddress(shopper, addressId(context)))
  if (removed?.ok) await rememberDeleted(context, shopper, removed.value)
  return finish(context, removed, m.profile_address_deleted(), m.profile_address_not_deleted())
}

async function undo(context: RequestContext, shopper: Shopper, request: Request) {
  const deleted = await readDeleted(context, request, shopper)
  if (!deleted) return context.flashes.error(ADDRESS_BOOK, m.profile_undo_too_late())
  const restored = await attempt(context, 'address not restored', () => restoreAddress(shopper, deleted))
  if (restored === null) return context.flashes.error(ADDRESS_BOOK, m.profile_address_not_restored())
  if (!restored.ok) return context.flashes.error(ADDRESS_BOOK, ADDRESS_REFUSALS[restored.refusal]())
  await forgetDeleted(context)
  return context.flashes.success(ADDRESS_BOOK, m.profile_address_restored())
}

function addressId({ form }: RequestContext): string {
  return String(form.get('address_id') ?? '')
}

function finish(
  context: RequestContext,
  result: Result<unknown, AddressRefusal> | null,
  done: string,
  failed: string,
): Promise<Response> {
  return result?.ok ? context.flashes.success(ADDRESS_BOOK, done) : context.flashes.error(ADDRESS_BOOK, failed)
}
