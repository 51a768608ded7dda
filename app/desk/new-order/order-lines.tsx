import type { PricedCart, PricedLine } from '~/cart/price-cart.server'
import { SumList } from '~/sums/sums'
import type { SizeOption } from '~/catalog/stock'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { Panel } from '../panel'
import type { FoundProduct } from './new-order.server'

export const PAGE = '/desk/orders/new'
/** Where the page goes on after a button, without scripts too. */
export const pageAt = (part: string) => `${PAGE}#${part}`

interface FoundProductsProps {
  search: string
  found: readonly FoundProduct[]
  /** The button beside a product. */
  add?: (product: FoundProduct) => { formAction?: string; name: string; value: string }
}

const addToLines = ({ id }: FoundProduct) => ({ formAction: pageAt('order-lines'), name: 'add', value: id })

export function FoundProducts({ search, found, add = addToLines }: FoundProductsProps) {
  if (!search) return null
  return (
    <div id="found" className="stack">
      <p role="status">{found.length === 0 ? 'No product that is sold has this name or number.' : 'Found:'}</p>
      <ul className="placed-items">
        {found.map((product) => {
          const { id, name, sku, picture, final_price: price } = product
          return (
            <li key={id}>
              <Picture source={picture} alt="" widths={[160]} sizes="72px" />
              <span className="stack">
                <span>
                  <span {...freeText(name)}>{name}</span>, {formatMoney(price)}{' '}
                  <bdi dir="ltr" className="muted small">
                    {sku}
                  </bdi>
                </span>
                <button className="button button-outline" {...add(product)} aria-label={`Add ${name}`}>
                  Add
                </button>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function OrderLines({ cart, promoField }: { cart: PricedCart; promoField: JSX.Element }) {
  return (
    <Panel id="order-lines" title="Order">
      {cart.lines.length === 0 ? <p className="muted">No products yet.</p> : null}
      <ul className="placed-items">
        {cart.lines.map((line, index) => (
          <OrderLine key={line.key} line={line} index={index} />
        ))}
      </ul>
      {promoField}
      {cart.promo?.problem ? <p className="error">{cart.promo.problem}</p> : null}
      {cart.lines.length === 0 ? null : (
        <>
          <p>
            <button className="button button-outline" formAction={pageAt('order-lines')} name="intent" value="update">
              Update the total
            </button>
          </p>
          <SumList sums={cart} />
        </>
      )}
    </Panel>
  )
}

function OrderLine({ line, index }: { line: PricedLine; index: number }) {
  const { name, size, color, quantity, sizes, colors, problem, final, list, product, image } = line
  const field = (part: string) => `lines[${index}].${part}`
  const missing = [sizes.length > 0 && !size && 'size', colors.length > 0 && !color && 'colour'].filter(Boolean)
  const words = missing.length > 0 ? `Please choose its ${missing.join(' and ')}.` : problem?.message
  return (
    <li>
      <Picture source={image} alt="" widths={[160]} sizes="72px" />
      <span>
        <span {...freeText(name)}>{name}</span>, {formatMoney(final)}
        {final < list ? <span className="muted small"> instead of {formatMoney(list)}</span> : null}
        {words ? <span className="error"> {words}</span> : null}
      </span>
      <div className="desk-choices">
        <input type="hidden" name={field('product')} value={product} />
        <Choice name={field('size')} label="Size" of={name} chosen={size} options={sizes} />
        <Choice
          name={field('color')}
          label="Colour"
          of={name}
          chosen={color}
          options={colors.map((label) => ({ label, isGone: false, note: '' }))}
        />
        <div className="field">
          <label htmlFor={`order-${field('quantity')}`}>
            Pieces <span className="hidden-visually">of {name}</span>
          </label>
          <input
            id={`order-${field('quantity')}`}
            name={field('quantity')}
            inputMode="numeric"
            dir="ltr"
            defaultValue={quantity}
          />
        </div>
        <button className="button button-outline" formAction={pageAt('order-lines')} name="remove" value={index}>
          Remove <span className="hidden-visually">{name}</span>
        </button>
      </div>
    </li>
  )
}

interface ChoiceProps {
  name: string
  label: string
  of: string
  chosen: string
  options: readonly SizeOption[]
}

function Choice({ name, label, of, chosen, options }: ChoiceProps) {
  if (options.length === 0) return null
  const isOffered = options.some((option) => option.label === chosen)
  return (
    <div className="field">
      <label htmlFor={`order-${name}`}>
        {label} <span className="hidden-visually">of {of}</span>
      </label>
      <select id={`order-${name}`} name={name} defaultValue={isOffered ? chosen : ''}>
        {isOffered ? null : <option value="">Choose</option>}
        {options.map((option) => (
          <option key={option.label} value={option.label} disabled={option.isGone && option.label !== chosen}>
            {option.label}
            {option.note}
          </option>
        ))}
      </select>
    </div>
  )
}
