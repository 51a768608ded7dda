import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { AddressFields } from '~/address/address-fields'
import { PhoneField } from '~/phone/phone-field'
import { dispatch } from '~/platform/http/forms.server'
import { formatMoney } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { Notice } from '~/ui/progress/notice'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm, type ShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { atDesk } from '../desk.server'
import { DESK_PAGE, deskPage } from '../desk-page'
import { CODE } from '../form/edit-fields'
import { useReply } from '../form/posted-form'
import { SearchField } from '../list/filters'
import { CHANNEL_CODES, CHANNELS } from '../orders/order-query'
import { Only } from '../areas'
import { dateWords } from '../dates'
import { ChoiceField } from '../form/choice-field'
import { LinkLine, OrderLink } from '../list/table'
import { numberWords } from '../orders/order-panels'
import { Panel } from '../panel'
import { Blocks } from '../people/blocks'
import { TagList } from '../people/tag-list'
import { newOrderSchema } from './new-order.schema'
import { changeLines, lookUp, placeNewOrder } from './new-order-actions.server'
import type { KnownShopper } from './known-shopper.server'
import { readNewOrder } from './new-order.server'
import { FoundProducts, OrderLines, PAGE, pageAt } from './order-lines'

export const { handle, headers, meta } = deskPage('New order', { styles: [...DESK_PAGE.styles, 'choices'] })

export const loader = atDesk(({ operator, request, context }) => readNewOrder(context, request, operator))

export const action = atDesk(async ({ operator, context }) => {
  const place = dispatch(context.form.get('intent'), { place: placeNewOrder, look_up: lookUp })
  return place ? place(context, operator) : changeLines(context)
})

/** One form: each of its buttons posts all of it, so nothing that was typed is lost. */
export default function NewOrder() {
  const { cart, found, search, attemptKey, takesCards, known, wasLookedUp, filled } = useLoaderData<typeof loader>()
  const form = useShopForm('order', newOrderSchema, useReply() ?? filled)
  const hasNewTotal = useActionData<{ hasNewTotal?: boolean }>()?.hasNewTotal ?? false
  return (
    <>
      <h1>New order</h1>
      <form {...form.props} className="stack" aria-label="New order">
        <input type="hidden" name="attemptKey" value={attemptKey} />
        <input type="hidden" name="expectedTotal" value={cart.total_amount} />
        {known ? <input type="hidden" name="person" value={known.person} /> : null}
        <ErrorSummary form={form} />
        {hasNewTotal ? (
          <Notice type="info">
            With what you have chosen the total is {formatMoney(cart.total_amount)}. Please tell the shopper, and place
            the order.
          </Notice>
        ) : null}
        <div className="desk-columns">
          <div className="stack">
            <Panel id="products" title="Products">
              <div className="desk-filters">
                <SearchField label="Name, article number or address of a product" value={search} />
                <button className="button button-outline" formAction={pageAt('found')} name="intent" value="find">
                  Find
                </button>
              </div>
              <FoundProducts search={search} found={found} />
            </Panel>
            <OrderLines
              cart={cart}
              promoField={<Field field={form.field('promoCode')} label="Promo code (optional)" {...CODE} />}
            />
          </div>
          <Shopper
            form={form}
            takesCards={takesCards}
            known={
              known ? (
                <Known known={known} />
              ) : wasLookedUp && form.problems.length === 0 ? (
                <p role="status">No order has this number yet.</p>
              ) : null
            }
          >
            {/* Without the part that an earlier button led to: what is said stands above the form. */}
            <button className="button" formAction={PAGE} name="intent" value="place">
              Place the order{cart.lines.length > 0 ? `: ${formatMoney(cart.total_amount)}` : ''}
            </button>
          </Shopper>
        </div>
      </form>
    </>
  )
}

function Known({ known: { person, ended, tags, blocks, order } }: { known: KnownShopper }) {
  return (
    <div className="stack" role="status">
      <p>
        {order ? (
          <>
            Filled from <OrderLink id={order.order_id} /> of {dateWords(order.created_at)}. Please ask whether it is
            right.
          </>
        ) : (
          'Known, but without an address.'
        )}
        <span className="desk-line muted small">{numberWords(ended, 'This shopper')}</span>
      </p>
      <Only areas={['people']}>
        <LinkLine to={`/desk/people/${person}`} text="All about this shopper" />
      </Only>
      <TagList tags={tags} />
      <Blocks blocks={blocks} />
    </div>
  )
}

const LANGUAGE_OPTIONS = [
  ['en', 'English'],
  ['ur', 'Urdu'],
] as const

interface ShopperProps {
  form: ShopForm<keyof (typeof newOrderSchema)['_zod']['input'] & string>
  takesCards: boolean
  /** What is known of them. */
  known: ReactNode
  children: ReactNode
}

function Shopper({ form, takesCards, known, children }: ShopperProps) {
  const payments = [
    { value: 'cod', label: 'Cash on delivery' },
    { value: 'payfast', label: 'By card, with a payment link' },
  ]
  return (
    <Panel id="shopper" title="Shopper">
      <RadioGroup
        field={form.field('channel')}
        legend="Came in by"
        options={CHANNEL_CODES.map((code) => ({ value: code, label: CHANNELS[code] }))}
      />
      <div className="fields">
        <PhoneField
          field={form.field('phone')}
          country={form.field('phoneCountry')}
          label="Phone number"
          autoComplete="off"
          required
        />
      </div>
      <p>
        <button className="button button-outline" formAction={pageAt('shopper')} name="intent" value="look_up">
          Look the number up
        </button>
      </p>
      {known}
      <AddressFields field={form.field} required={['firstName', 'address', 'city']} section={null} />
      <div className="fields">
        <Field
          field={form.field('email')}
          label="E-mail (optional)"
          hint="Without one the shopper gets no mails. A card payment needs one."
          type="email"
          autoComplete="off"
          whole
        />
        <label className="check whole">
          <input type="checkbox" name="isKnown" defaultChecked={form.field('isKnown').typed === 'on'} /> I know the
          shopper: put it into the account that this e-mail or phone number belongs to
        </label>
        <ChoiceField field={form.field('language')} label="Language of mails" options={LANGUAGE_OPTIONS} />
        <TextArea field={form.field('notes')} label="Delivery note (optional)" rows={2} />
      </div>
      {takesCards ? (
        <RadioGroup field={form.field('payment')} legend="Payment" options={payments} defaultValue="cod" />
      ) : (
        <p>Cash on delivery</p>
      )}
      {children}
    </Panel>
  )
}
