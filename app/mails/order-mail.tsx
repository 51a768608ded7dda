import type { CSSProperties, ReactNode } from 'react'
import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import {
  headingStyle,
  isRightToLeft,
  LINE,
  MailButton,
  MailFrame,
  SOFT,
  WholeNumbers,
  type Contact,
} from './mail-frame'
import { Paragraphs } from './mail-paragraphs'
import type { ItemLine, OrderSummary } from './order-summary'
import type { FilledWords } from './words/fill-words'

const label: CSSProperties = { margin: '24px 0 4px', fontSize: 14, fontWeight: 600 }
const cell: CSSProperties = { padding: '12px 0', ...LINE, verticalAlign: 'top' }
const amount = (): CSSProperties => ({ textAlign: isRightToLeft() ? 'left' : 'right', whiteSpace: 'nowrap' })
/** The gap beside the picture is padding, since a narrow table takes back a width. */
const pictureCell = (): CSSProperties => ({
  ...cell,
  width: 64,
  [isRightToLeft() ? 'paddingLeft' : 'paddingRight']: 16,
})

interface OrderMailProps {
  words: FilledWords
  summary: OrderSummary
  orderId: string
  url: string
  contact: Contact
}

/** Renders a mail about an order: what happened, a link to the order, and its summary. */
export function OrderMail({ words, summary, orderId, url, contact }: OrderMailProps) {
  return (
    <MailFrame
      title={words.subject}
      heading={words.heading}
      contact={contact}
      closing={<Paragraphs texts={words.closing} contact={contact} style={{ margin: '0 0 4px' }} />}
    >
      <Paragraphs texts={words.paragraphs} />
      {summary.arrival ? (
        <p>
          <strong>{summary.arrival}</strong>
        </p>
      ) : null}
      <MailButton url={url} text={words.button} />
      <h2 style={{ ...headingStyle(), fontSize: 20, marginTop: 32 }}>
        <WholeNumbers text={m.mails_order({ order: orderId })} />
      </h2>
      <Table>
        {summary.items.map((item) => (
          <Item key={`${item.name} ${item.about}`} item={item} />
        ))}
      </Table>
      <Sums sums={summary.sums} />
      <p style={label}>{m.mails_payment()}</p>
      <p style={{ margin: 0 }}>{summary.payment}</p>
      <p style={label}>{m.mails_delivery_to()}</p>
      <p style={{ margin: 0, textAlign: isRightToLeft() ? 'right' : undefined }} dir="auto">
        {summary.address.map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
      </p>
    </MailFrame>
  )
}

function Table({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse' }}>
      <tbody>{children}</tbody>
    </table>
  )
}

function Item({ item }: { item: ItemLine }) {
  return (
    <tr>
      <td className="line" style={pictureCell()}>
        {item.picture ? (
          <img
            src={item.picture}
            alt=""
            className="picture"
            width={64}
            height={80}
            style={{ display: 'block', borderRadius: 8, background: '#f1e4de' }}
          />
        ) : null}
      </td>
      <td className="line" style={cell}>
        {item.name}
        <br />
        <span className="soft" style={SOFT}>
          {item.about}
          {item.about ? <br /> : null}
          <span style={{ whiteSpace: 'nowrap' }}>{item.count}</span>
        </span>
      </td>
      <td className="line" style={{ ...cell, ...amount() }}>
        {item.sum}
      </td>
    </tr>
  )
}

function Sums({ sums }: { sums: OrderSummary['sums'] }) {
  return (
    <Table>
      {sums.map(({ name, value, kind }) => {
        const isTotal = kind === 'total'
        const style: CSSProperties = { padding: '6px 0', ...(isTotal ? { ...LINE, fontWeight: 700 } : {}) }
        return (
          <tr key={name}>
            <td className="line" style={style}>
              {name}
            </td>
            <td className="line" style={{ ...style, ...amount() }}>
              {formatMoney(value)}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
