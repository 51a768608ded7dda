import type { SubmissionResult } from '@conform-to/react'
import { toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { localTime } from '../catalogue/local-time'
import { isOutdated, SideBySide, typedText, type ComparedField } from '../side-by-side'
import { PromoFields } from './promo-fields'
import { PROMO_KINDS } from './promo-states'
import { valueNumber } from './promo-words'
import { newPromoSchema, promoSchema } from './promo.schema'
import type { DeskPromo } from './promos.server'

interface PromoFormProps {
  promo: DeskPromo
  reply: SubmissionResult | undefined
}

/** Changes a promo code. The code itself stays, since orders name it. */
export function PromoForm({ promo, reply }: PromoFormProps) {
  const form = useShopForm('promo', promoSchema, reply)
  return (
    <form className="panel stack" {...form.props} aria-label="Promo code">
      <ErrorSummary form={form} />
      {isOutdated(reply, promo.version) ? <SideBySide fields={comparedPromo(promo, reply)} /> : null}
      <input type="hidden" name="version" value={promo.version} />
      <PromoFields form={form} promo={promo} />
      <p>
        <button className="button" name="intent" value="save">
          Save the promo code
        </button>
      </p>
    </form>
  )
}

/** Makes a promo code. */
export function NewPromoForm({ reply }: { reply: SubmissionResult | undefined }) {
  const form = useShopForm('new-promo', newPromoSchema, reply)
  return (
    <form className="panel stack" {...form.props} action="/desk/promo-codes" aria-labelledby="new-promo-title">
      <h2 id="new-promo-title">New promo code</h2>
      <ErrorSummary form={form} />
      <div className="desk-narrow">
        <Field
          field={form.field('code')}
          label="Code"
          hint="Shoppers may type it in small letters. It can’t be changed later."
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <PromoFields form={form} />
      <p>
        <button className="button">Make the promo code</button>
      </p>
    </form>
  )
}

function comparedPromo(promo: DeskPromo, reply: SubmissionResult | undefined): ComparedField[] {
  const time = (moment: string | null) => (moment ? localTime(moment) : '')
  const kind = typedText(reply, 'kind')
  return [
    { label: 'Takes off', typed: asNumber(typedText(reply, 'value')), now: asNumber(valueNumber(promo)) },
    {
      label: 'Per cent or rupees',
      typed: kind === 'percent' || kind === 'fixed' ? PROMO_KINDS[kind] : kind,
      now: PROMO_KINDS[promo.kind],
    },
    { label: 'Begins', typed: typedText(reply, 'starts_at'), now: time(promo.starts_at) },
    { label: 'Ends', typed: typedText(reply, 'ends_at'), now: time(promo.ends_at) },
    {
      label: 'For goods from, in rupees',
      typed: asNumber(typedText(reply, 'minimum_total') || '0'),
      now: asNumber(toRupees(promo.minimum_total)),
    },
    { label: 'How often it can be used', typed: typedText(reply, 'usage_limit'), now: String(promo.usage_limit ?? '') },
  ]
}

/** `500.00` as `500`, so that it equals what is stored. */
function asNumber(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text
}
