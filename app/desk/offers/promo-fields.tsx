import { Field, FieldError } from '~/ui/field'
import { toRupees } from '~/platform/money'
import type { ShopForm } from '~/ui/shop-form.server'
import { localTime } from '../catalogue/local-time'
import { PROMO_KINDS } from './promo-states'
import { valueNumber } from './promo-words'
import type { DeskPromo } from './promos.server'

type Name = 'kind' | 'value' | 'starts_at' | 'ends_at' | 'minimum_total' | 'usage_limit'

interface PromoFieldsProps {
  form: ShopForm<Name>
  /** The promo code as it is now; missing for a new one. */
  promo?: DeskPromo
}

/** What a promo code takes off, when, and from which value of the goods. */
export function PromoFields({ form, promo }: PromoFieldsProps) {
  const kind = form.field('kind')
  const number = { inputMode: 'decimal', dir: 'ltr', autoComplete: 'off' } as const
  return (
    <div className="desk-filters">
      <Field field={form.field('value')} label="Takes off" defaultValue={promo && valueNumber(promo)} {...number} />
      <div className="field">
        <label htmlFor={kind.id}>Per cent or rupees</label>
        <select id={kind.id} name={kind.name} defaultValue={kind.typed ?? promo?.kind}>
          {Object.entries(PROMO_KINDS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <FieldError field={kind} />
      </div>
      <Field
        field={form.field('starts_at')}
        label="Begins"
        hint="Pakistan’s time; empty for now."
        type="datetime-local"
        defaultValue={promo?.starts_at ? localTime(promo.starts_at) : ''}
      />
      <Field
        field={form.field('ends_at')}
        label="Ends"
        hint="Empty for never."
        type="datetime-local"
        defaultValue={promo?.ends_at ? localTime(promo.ends_at) : ''}
      />
      <Field
        field={form.field('minimum_total')}
        label="For goods from, in rupees"
        hint="Empty for any cart."
        defaultValue={promo && promo.minimum_total > 0 ? toRupees(promo.minimum_total) : ''}
        {...number}
      />
      <Field
        field={form.field('usage_limit')}
        label="How often it can be used"
        hint="Empty for no limit."
        defaultValue={promo?.usage_limit ?? ''}
        {...number}
        inputMode="numeric"
      />
    </div>
  )
}
