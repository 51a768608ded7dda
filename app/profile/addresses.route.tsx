import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireShopper, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import type { Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { Empty } from '~/ui/empty'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { AddressFields } from './address-fields'
import { AddressForm } from './address.schema'
import {
  addAddress,
  deleteAddress,
  listAddresses,
  makePrimary,
  type Address,
  type AddressRefusal,
} from './addresses.server'

export const meta = () => pageMeta('Addresses', { hidden: true })

const HERE = '/profile/edit-location'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const addresses = await attempt(context, 'addresses not read', () => listAddresses(shopper))
  return { addresses }
}

/** The form of a new address needs no intent. */
const actions = { add, primary, delete: remove }

export async function action({ request, context }: ActionFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const act = dispatch(context.form.get('intent'), actions) ?? add
  return act(context, shopper, context.form)
}

async function add(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, AddressForm)
  if (!form.ok) return invalid(form)
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value))
  if (!added?.ok) return refused(form, 'An error occurred while adding address', 503)
  return context.flashes.success(HERE, 'Address added successfully')
}

function primary(context: RequestContext, shopper: Shopper, fields: FormData) {
  return change(
    context,
    () => makePrimary(shopper, addressId(fields)),
    'Default address updated',
    'An error occurred while updating default address',
  )
}

function remove(context: RequestContext, shopper: Shopper, fields: FormData) {
  return change(
    context,
    () => deleteAddress(shopper, addressId(fields)),
    'Address deleted',
    'An error occurred while deleting address',
  )
}

function addressId(fields: FormData): string {
  return String(fields.get('address_id') ?? '')
}

async function change(
  context: RequestContext,
  work: () => Promise<Result<null, AddressRefusal>>,
  done: string,
  failed: string,
) {
  const changed = await attempt(context, 'address not changed', work)
  return changed?.ok ? context.flashes.success(HERE, done) : context.flashes.error(HERE, failed)
}

export default function Addresses() {
  const { addresses } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useShopForm('address', AddressForm, answer && 'form' in answer ? answer.form : undefined)
  return (
    <>
      <h1>Addresses</h1>
      {addresses === null ? <p className="notice">Failed to load saved addresses</p> : null}
      {addresses?.length === 0 ? <Empty text="No addresses found. Add your first address below." /> : null}
      <div className="stack">
        {addresses?.map((address) => (
          <SavedAddress key={address.id} address={address} />
        ))}
      </div>
      <form className="panel stack" {...form.props} aria-labelledby="add-title">
        <h2 className="panel-title" id="add-title">
          Add an address
        </h2>
        <ErrorSummary form={form} />
        <AddressFields field={form.field} deliveryField={form.field} />
        <label className="check">
          <input type="checkbox" name="isPrimary" />
          <span>Make this my default address</span>
        </label>
        <SubmitButton className="button" name="intent" value="add" busy="Saving...">
          Save Address
        </SubmitButton>
      </form>
    </>
  )
}

function SavedAddress({ address }: { address: Address }) {
  const line = [address.address_line1, address.apartment].filter(Boolean).join(', ')
  return (
    <article className="panel stack">
      <p>
        {address.is_primary ? <span className="badge badge-ok">Default</span> : null} <b>{address.address_type}</b>
        <br />
        <span dir="auto">{line}</span>
        <br />
        <span className="muted">{[address.city, address.postal_code, address.country].filter(Boolean).join(', ')}</span>
      </p>
      <form method="post" className="between">
        <input type="hidden" name="address_id" value={address.id} />
        {address.is_primary ? null : (
          <button className="link" name="intent" value="primary" aria-label={`Make ${line} the default`}>
            Set as default
          </button>
        )}
        <button className="link" name="intent" value="delete" aria-label={`Delete ${line}`}>
          Delete
        </button>
      </form>
    </article>
  )
}
