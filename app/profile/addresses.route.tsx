import { m } from '~/language/messages'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { AddressFields } from '~/address/address-fields'
import { addressLine, kindLabel } from '~/address/address-lines'
import { ADDRESS_PARTS, eachPart } from '~/address/address-parts'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { notYetWords, type DeliveryTerms } from '~/delivery/terms'
import { addressSchema } from '~/address/address.schema'
import { requireShopper } from '~/platform/context.server'
import { attemptMain } from '~/platform/attempt.server'
import { phoneFieldValue } from '~/phone/phone'
import { Empty, NotLoaded } from '~/ui/empty'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm, type ShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { ADDRESS_BOOK, changeAddressBook } from './address-actions.server'
import { ADDRESS_REFUSALS, listAddresses, type Address } from '~/address/address-book.server'
import { readDeleted } from '~/address/deleted-address.server'
import { PhoneNumber } from '~/phone/phone-number'

export const meta = () => pageMeta(m.profile_addresses(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const [addresses, terms] = await Promise.all([
    attemptMain(context, 'addresses not read', () => listAddresses(shopper)),
    readDeliveryTerms(context),
  ])
  const edited = new URL(request.url).searchParams.get('edit')
  const editing = addresses?.find(({ id }) => id === edited) ?? null
  const isMissing = edited !== null && addresses !== null && !editing
  const deleted = await readDeleted(context, request, shopper)
  return data({ addresses, terms, editing, isMissing, deleted }, { status: isMissing ? 404 : 200 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  return changeAddressBook(context, request, await requireShopper(context, request))
}

export default function Addresses() {
  const { addresses, terms, editing, isMissing, deleted } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const stored = editing ? { initialValue: fieldsOf(editing) } : undefined
  const form = useShopForm('address', addressSchema, reply ?? stored)
  if (editing)
    return (
      <>
        <h1>{m.profile_edit_address()}</h1>
        <AddressEditor form={form} terms={terms} address={editing} />
      </>
    )
  return (
    <>
      <h1>{m.profile_addresses()}</h1>
      {isMissing ? <p className="notice">{ADDRESS_REFUSALS.no_such_address()}</p> : null}
      {deleted ? <Undo address={deleted} /> : null}
      {addresses === null ? <NotLoaded text={m.profile_addresses_failed()} /> : null}
      {addresses?.length === 0 ? <Empty text={m.profile_no_addresses()} /> : null}
      <div className="addresses">
        {addresses?.map((address) => (
          <AddressCard
            key={address.id}
            address={address}
            notYet={notYetWords(terms, address.country)}
            editUrl={`${ADDRESS_BOOK}?edit=${address.id}`}
          />
        ))}
      </div>
      <AddressEditor form={form} terms={terms} />
    </>
  )
}

function fieldsOf(address: Address) {
  const { country: phoneCountry, number: phone } = phoneFieldValue(address.phone)
  return {
    ...eachPart((part) => address[ADDRESS_PARTS[part].column] ?? ''),
    country: address.country,
    phone,
    phoneCountry,
    label: address.address_type,
  }
}

type Editor = ShopForm<keyof z.input<typeof addressSchema> & string>

interface AddressEditorProps {
  form: Editor
  terms: DeliveryTerms | null
  address?: Address
}

function AddressEditor({ form, terms, address }: AddressEditorProps) {
  return (
    <form className="panel stack" {...form.props} aria-labelledby={address ? undefined : 'add-title'}>
      {address ? (
        <input type="hidden" name="address_id" value={address.id} />
      ) : (
        <h2 className="panel-title" id="add-title">
          {m.profile_add_address()}
        </h2>
      )}
      <ErrorSummary form={form} />
      <AddressFields field={form.field} deliveryField={form.field} terms={terms} />
      {address?.is_primary ? (
        <p className="muted">{m.profile_is_default()}</p>
      ) : (
        <label className="check">
          <input type="checkbox" name="isPrimary" defaultChecked={form.field('isPrimary').typed === 'on'} />
          <span>{m.profile_make_default()}</span>
        </label>
      )}
      <div className="between">
        <SubmitButton className="button" name="intent" value={address ? 'save' : 'add'} busy={m.profile_saving()}>
          {address ? m.profile_save_changes() : m.profile_save_address()}
        </SubmitButton>
        {address ? (
          <a className="link" href={ADDRESS_BOOK}>
            {m.profile_cancel()}
          </a>
        ) : null}
      </div>
    </form>
  )
}

function Undo({ address }: { address: Address }) {
  return (
    <form method="post" className="notice notice-info undo">
      <span dir="auto">
        {m.profile_deleted_line({ address: `${addressLine(address, 'street')}, ${address.city}` })}
      </span>{' '}
      <button className="button button-outline" name="intent" value="undo">
        {m.profile_undo()}
      </button>
    </form>
  )
}

interface AddressCardProps {
  address: Address
  /** That the shop doesn't deliver there, or null. */
  notYet: string | null
  editUrl: string
}

function AddressCard({ address, notYet, editUrl }: AddressCardProps) {
  const line = addressLine(address, 'street')
  const recipient = addressLine(address, 'name')
  return (
    <article className="panel stack address">
      <p className="address-kind">
        <b>{kindLabel(address.address_type)}</b>{' '}
        {address.is_primary ? <span className="badge badge-ok">{m.profile_default()}</span> : null}
      </p>
      <p>
        {recipient ? (
          <>
            <b dir="auto">{recipient}</b>
            <br />
          </>
        ) : null}
        <span dir="auto">{line}</span>
        <br />
        <span dir="auto">{addressLine(address, 'town')}</span>
        <br />
        {address.phone ? <PhoneNumber stored={address.phone} /> : <span className="muted">{m.profile_no_phone()}</span>}
      </p>
      {notYet ? <p className="muted small">{notYet}</p> : null}
      <form method="post" className="address-acts" action="/profile/edit-location">
        <input type="hidden" name="address_id" value={address.id} />
        <a className="link" href={editUrl} aria-label={m.profile_edit_line({ address: line })}>
          {m.profile_edit()}
        </a>{' '}
        {address.is_primary ? null : (
          <>
            <button
              className="link"
              name="intent"
              value="primary"
              aria-label={m.profile_set_line_default({ address: line })}
            >
              {m.profile_set_default()}
            </button>{' '}
          </>
        )}
        <button className="link" name="intent" value="delete" aria-label={m.profile_delete_line({ address: line })}>
          {m.profile_delete()}
        </button>
      </form>
    </article>
  )
}
