import { m } from '~/language/messages'
import { kindLabel, addressLine } from '~/address/address-lines'
import { formatPhone } from '~/phone/phone'
import type { Address } from '~/address/address-book.server'

/** A saved address with its actions. */
export function AddressCard({ address, editUrl }: { address: Address; editUrl: string }) {
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
        {address.phone ? (
          <bdi dir="ltr">{formatPhone(address.phone)}</bdi>
        ) : (
          <span className="muted">{m.profile_no_phone()}</span>
        )}
      </p>
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
