import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AddressFields } from '~/address/address-fields'
import { addressLines } from '~/address/address-lines'
import { ADDRESS_PARTS, eachColumn, eachPart } from '~/address/address-parts'
import { sizeOption, type SizeOption } from '~/catalog/stock'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { HOME_COUNTRY } from '~/delivery/countries'
import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { isUnpaid } from '~/orders/payment-choices'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { editOwnOrder, readOwnChange, type OwnChange } from '~/orders/order-changes.server'
import type { Order, OrderItem } from '~/orders/order-rows'
import { findOwnOrder, type OwnOrder } from '~/orders/own-order.server'
import { changeRefusal } from '~/orders/own-change'
import { PhoneField } from '~/phone/phone-field'
import { phoneFieldValue } from '~/phone/phone'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, type ParsedForm } from '~/platform/http/forms.server'
import { formatMoney } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { SelectField } from '~/ui/field'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { Picture } from '~/ui/picture'
import { useShopForm, type ShopField } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { editOrderSchema, itemFields, type EditedOrder } from './edit-order.schema'

export const handle: PageHandle = { styles: ['forms', 'cart', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta(m.checkout_edit_title(), { hidden: true })

/** Returns the visitor's order; else throws a redirect. */
async function requireOwn(context: RequestContext, request: Request, id: string | undefined) {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) throw await context.flashes.error('/', m.orders_not_found())
  return { ...own, pageUrl: orderUrl(own.order.order_id, own.order.user_id === null) }
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { order, items, owner, pageUrl } = await requireOwn(context, request, params.id)
  const [change, terms] = await Promise.all([readOwnChange(owner, order.order_id), readDeliveryTerms(context)])
  if (!change || change.problem !== null)
    throw await context.flashes.error(pageUrl, changeRefusal(change?.problem ?? '') ?? m.orders_not_found())
  return { order, lines: items.map((item) => lineOf(item, change.choices[item.id])), terms, pageUrl }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { order, items, owner, pageUrl } = await requireOwn(context, request, params.id)
  const form = await parseForm(context.form, editOrderSchema(items))
  if (!form.ok) return invalid(form)
  const edited = await attempt(context, 'order not edited', () =>
    editOwnOrder(owner, order.order_id, editOf(form.value, items)),
  )
  if (!edited) return refused(form, m.checkout_edit_unreachable(), 503)
  if (edited.ok)
    return context.flashes.success(pageUrl, edited.value.isChanged ? m.checkout_edited() : m.checkout_edit_nothing())
  return 'newTotal' in edited.refusal
    ? refused(agreeingTo(form, edited.refusal.newTotal), sumWords(order, edited.refusal.newTotal), 409)
    : refused(agreeingTo(form, null), edited.refusal.message, 409)
}

/** Returns the form with the sum that sending it again agrees to; null for what the order costs now. */
function agreeingTo({ reply }: ParsedForm<unknown>, total: number | null) {
  const { total: _shown, ...typed } = reply.initialValue ?? {}
  return { reply: { ...reply, initialValue: { ...typed, ...(total === null ? {} : { total: String(total) }) } } }
}

/** Says what a change costs more or less, and how that is paid. */
function sumWords(order: Order, newTotal: number): string {
  const amounts = { total: formatMoney(newTotal), difference: formatMoney(Math.abs(newTotal - order.total_amount)) }
  const costsMore = newTotal > order.total_amount
  if (order.payment_method === 'cod')
    return costsMore ? m.checkout_edit_more_cash(amounts) : m.checkout_edit_less_cash(amounts)
  if (isUnpaid(order)) return costsMore ? m.checkout_edit_more_unpaid(amounts) : m.checkout_edit_less_unpaid(amounts)
  return costsMore ? m.checkout_edit_more_card(amounts) : m.checkout_edit_less_card(amounts)
}

function editOf(form: EditedOrder, items: OwnOrder['items']) {
  return {
    version: form.version,
    total: form.total,
    address: { ...eachColumn((part) => form[part]), country: form.country, phone: form.phone },
    items: items.map(({ id, selected_size: size, selected_color: color, quantity }) => {
      const fields = itemFields(id)
      return {
        id,
        size: form[fields.size] ?? size,
        color: form[fields.color] ?? color,
        quantity: form[fields.quantity] ?? quantity,
      }
    }),
  }
}

/** The most pieces to choose from in a list. Whoever wants more of one thing writes to the shop. */
const LONGEST_CHOICE = 20

interface Line {
  item: OrderItem
  sizes: SizeOption[]
  colors: string[]
  /** The most pieces that can be chosen. */
  most: number
}

/** Returns an item with what it can be changed to, beside what was chosen. */
function lineOf(item: OrderItem, choices: OwnChange['choices'][string] | undefined): Line {
  const { selected_size: size, selected_color: color, quantity } = item
  const sizes = (choices?.sizes ?? []).map((one) => sizeOption(one, color))
  const colors = choices?.colors ?? []
  return {
    item,
    sizes:
      size === null || sizes.some(({ label }) => label === size)
        ? sizes
        : [{ label: size, isGone: false, note: '' }, ...sizes],
    colors: color === null || colors.includes(color) ? colors : [color, ...colors],
    most: Math.max(quantity, Math.min(choices?.most ?? quantity, LONGEST_CHOICE)),
  }
}

function storedFields({ version, shipping_address: address, contact_phone: stored }: Order) {
  const { country: phoneCountry, number: phone } = phoneFieldValue(stored)
  return {
    version: String(version),
    ...eachPart((part) => address[ADDRESS_PARTS[part].column] ?? ''),
    country: address.country ?? HOME_COUNTRY,
    phone,
    phoneCountry,
  }
}

export default function EditOrder() {
  const { order, lines, terms, pageUrl } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const schema = editOrderSchema(lines.map(({ item }) => item))
  const form = useShopForm('edit', schema, reply ?? { initialValue: storedFields(order) })
  const agreed = form.field('total').typed
  const isOutdated = reply !== undefined && reply.initialValue?.version !== String(order.version)
  return (
    <div className="wrap profile-body asking">
      <a className="link back" href={pageUrl}>
        {m.returns_back_to({ order: order.order_id })}
      </a>
      <h1>{m.checkout_edit_title()}</h1>
      <p>{m.checkout_edit_about()}</p>
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        {isOutdated ? <AsItIs order={order} items={lines.map(({ item }) => item)} /> : null}
        <input type="hidden" name="version" value={order.version} />
        <input type="hidden" name="total" value={agreed ?? order.total_amount} />
        <section className="panel stack" aria-labelledby="edit-items">
          <h2 className="panel-title" id="edit-items">
            {m.orders_items()}
          </h2>
          <ul className="stack">
            {lines.map((line) => (
              <EditedLine key={line.item.id} line={line} field={form.field} isAlone={lines.length === 1} />
            ))}
          </ul>
        </section>
        <section className="panel stack" aria-labelledby="edit-address">
          <h2 className="panel-title" id="edit-address">
            {m.orders_delivery_to()}
          </h2>
          <AddressFields field={form.field} required={['firstName', 'address', 'city']} terms={terms} />
          <PhoneField
            field={form.field('phone')}
            country={form.field('phoneCountry')}
            label={m.address_phone()}
            hint={m.address_phone_hint()}
            autoComplete="shipping tel"
            required
          />
        </section>
        <SubmitButton className="button button-wide" busy={m.checkout_edit_saving()}>
          {agreed === undefined
            ? m.checkout_edit_save()
            : m.checkout_edit_save_at({ total: formatMoney(Number(agreed)) })}
        </SubmitButton>
        <a className="button button-outline button-wide" href={pageUrl}>
          {m.checkout_edit_keep()}
        </a>
      </form>
    </div>
  )
}

/** The order that somebody else has changed meanwhile, above what was chosen. */
function AsItIs({ order, items }: { order: Order; items: readonly OrderItem[] }) {
  return (
    <section className="panel stack" aria-labelledby="edit-now">
      <h2 className="panel-title" id="edit-now">
        {m.checkout_edit_now()}
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id} dir="auto">
            {`${item.quantity} × ${listed([item.product_name, item.selected_size, item.selected_color && nameOf('color', item.selected_color)])}`}
          </li>
        ))}
      </ul>
      <p dir="auto">{listed(addressLines(order.shipping_address))}</p>
      <p className="price">{formatMoney(order.total_amount)}</p>
    </section>
  )
}

interface EditedLineProps {
  line: Line
  field: (name: ReturnType<typeof itemFields>['size' | 'color' | 'quantity']) => ShopField
  /** Whether the order has no other item. Then it isn't removed: that is cancelling. */
  isAlone: boolean
}

function EditedLine({ line: { item, sizes, colors, most }, field, isAlone }: EditedLineProps) {
  const fields = itemFields(item.id)
  const { selected_size: size, selected_color: color, quantity } = item
  const sizeWords = (label: string) => `${label}${sizes.find((one) => one.label === label)?.note ?? ''}`
  return (
    <li className="order-item">
      <Picture source={item.product_image} alt="" widths={[160]} sizes="64px" />
      <fieldset className="stack">
        <legend>
          <bdi>{item.product_name}</bdi>
        </legend>
        <p className="muted small">
          {listed([size, color && nameOf('color', color)])}
          <br />
          {m.orders_quantity({ count: quantity, price: formatMoney(item.price_at_purchase) })}
        </p>
        <div className="fields">
          {sizes.length > 0 ? (
            <SelectField
              field={field(fields.size)}
              label={m.product_size()}
              options={sizes.map(({ label }) => label)}
              named={sizeWords}
              defaultValue={size ?? undefined}
            />
          ) : null}
          {colors.length > 0 ? (
            <SelectField
              field={field(fields.color)}
              label={m.wishlist_color()}
              options={colors}
              named={(one) => nameOf('color', one)}
              defaultValue={color ?? undefined}
            />
          ) : null}
          <SelectField
            field={field(fields.quantity)}
            label={m.product_quantity()}
            options={Array.from({ length: most + (isAlone ? 0 : 1) }, (_, index) => String(index + (isAlone ? 1 : 0)))}
            named={(pieces) => (pieces === '0' ? m.checkout_edit_remove() : pieces)}
            defaultValue={String(quantity)}
          />
        </div>
      </fieldset>
    </li>
  )
}
