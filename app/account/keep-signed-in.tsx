import { m } from '~/language/messages'
import type { ShopForm } from '~/ui/shop-form.server'

/** The check box for a session that outlives the browser's: ticked at first, then as the shopper left it. */
export function KeepSignedIn({ form }: { form: Pick<ShopForm<'keepSignedIn'>, 'problems' | 'field'> }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name="keepSignedIn"
        defaultChecked={form.problems.length === 0 || form.field('keepSignedIn').typed === 'on'}
      />
      <span>{m.account_keep_signed_in()}</span>
    </label>
  )
}
