import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { listed, nameOf } from '~/language/names'
import { formatMoney } from '~/platform/money'
import { FieldError } from '~/ui/field'
import { fieldState } from '~/ui/field-state'
import { VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import type { ShopField } from '~/ui/shop-form.server'
import { choiceValue, choiceWords } from './exchange-choice'
import { choiceName, quantityName } from './return.schema'
import type { ReturnableLine } from './returns.server'

interface LinesProps {
  /** A form of return.schema.ts. Its field names depend on the lines, so types can't know them. */
  form: { field: (name: never) => ShopField }
  lines: ReturnableLine[]
}

export function ReturnLines({ form, lines }: LinesProps) {
  const isAlone = lines.length === 1
  return (
    <Lines lines={lines}>
      {({ item, maxQuantity }, index) => (
        <Choice
          field={form.field(quantityName(index) as never)}
          label={<Label message={m.returns_send_back_question} item={item} />}
          options={Array.from({ length: maxQuantity + 1 }, (_, quantity) => ({
            value: String(quantity),
            label: sendBackWords(quantity, maxQuantity),
          }))}
          chosen={isAlone ? '1' : '0'}
        />
      )}
    </Lines>
  )
}

function sendBackWords(count: number, most: number): string {
  if (count === 0) return m.returns_keep()
  return most === 1 ? m.returns_send_one_back() : m.returns_send_count_back({ count })
}

export function ExchangeLines({ form, lines }: LinesProps) {
  return (
    <Lines lines={lines}>
      {({ item, maxQuantity, choices }, index) =>
        choices.length === 0 ? (
          <p className="muted small">{m.returns_nothing_else()}</p>
        ) : (
          <>
            <Choice
              field={form.field(choiceName(index) as never)}
              label={<Label message={m.returns_instead_of} item={item} />}
              options={[
                { value: '', label: m.returns_keep() },
                ...choices.map((choice) => ({
                  value: choiceValue(choice),
                  label: choiceWords(choice, choice.product_id !== item.product_id),
                })),
              ]}
              chosen={lines.length === 1 ? firstOther({ item, choices }) : undefined}
            />
            {maxQuantity > 1 ? (
              <Choice
                field={form.field(quantityName(index) as never)}
                label={<Label message={m.returns_how_many} item={item} />}
                options={Array.from({ length: maxQuantity }, (_, index) => ({
                  value: String(index + 1),
                  label: String(index + 1),
                }))}
              />
            ) : null}
          </>
        )
      }
    </Lines>
  )
}

/** Returns the first choice of another product, which was asked for. */
function firstOther({ item, choices }: Pick<ReturnableLine, 'item' | 'choices'>): string | undefined {
  const other = choices.find((choice) => choice.product_id !== item.product_id)
  return other && choiceValue(other)
}

interface LabelProps {
  message: typeof m.returns_instead_of
  item: ReturnableLine['item']
}

/** A label that names its item for screen readers alone, since the name stands above. */
function Label({ message, item }: LabelProps) {
  return (
    <ParaglideMessage
      message={message}
      inputs={{ item: listed([item.product_name, item.selected_size]) }}
      markup={{ item: ({ children }) => <VisuallyHidden>{children}</VisuallyHidden> }}
    />
  )
}

function Lines({
  lines,
  children,
}: {
  lines: ReturnableLine[]
  children: (line: ReturnableLine, index: number) => ReactNode
}) {
  return (
    <ul className="stack">
      {lines.map((line, index) => (
        <li key={line.item.id} className="order-item">
          <Picture source={line.item.product_image} alt="" widths={[160]} sizes="64px" />
          <div className="stack">
            <p>
              <bdi>{line.item.product_name}</bdi>
              <br />
              <span className="muted small">
                {listed([
                  line.item.selected_size,
                  line.item.selected_color && nameOf('color', line.item.selected_color),
                ])}{' '}
                · {line.item.quantity} × {formatMoney(line.item.price_at_purchase)}
              </span>
            </p>
            {children(line, index)}
          </div>
        </li>
      ))}
    </ul>
  )
}

interface ChoiceProps {
  field: ShopField
  label: ReactNode
  options: { value: string; label: string }[]
  chosen?: string
}

function Choice({ field, label, options, chosen }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select id={field.id} name={field.name} defaultValue={field.typed ?? chosen} {...fieldState(field)}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError field={field} />
    </div>
  )
}
