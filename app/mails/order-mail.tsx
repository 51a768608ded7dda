import type { CSSProperties, ReactNode } from 'react'
import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { isRightToLeft, MailPage, URDU_FONTS } from './mail-page'
import { LINK, Paragraphs, WholeNumbers } from './mail-paragraphs'
import type { ItemLine, OrderSummary } from './order-summary'
import type { FilledWords } from './words/fill-words'

export interface Contact {
  brand: string
  email: string | null
  shopUrl: string
}

// Mail clients support tables and inline styles; many remove style elements.
const SOFT = '#67545b'
const LINE = '1px solid #e7dad3'
const SERIF = "Palatino, 'Palatino Linotype', Georgia, serif"
const heading = (): CSSProperties => ({
  margin: '0 0 12px',
  font: isRightToLeft() ? `400 26px/2 ${URDU_FONTS}` : `400 26px/1.25 ${SERIF}`,
})
const label: CSSProperties = { margin: '24px 0 4px', fontSize: 14, fontWeight: 600 }
const cell: CSSProperties = { padding: '12px 0', borderTop: LINE, verticalAlign: 'top' }
const amount = (): CSSProperties => ({ textAlign: isRightToLeft() ? 'left' : 'right', whiteSpace: 'nowrap' })
/** The gap beside the picture is padding, since a narrow table takes back a width. */
const pictureCell = (): CSSProperties => ({
  ...cell,
  width: 64,
  [isRightToLeft() ? 'paddingLeft' : 'paddingRight']: 16,
})
const button: CSSProperties = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: 28,
  background: '#7a2140',
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
}

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
    <MailPage title={words.subject}>
      <p style={{ margin: '0 0 24px', font: `400 22px ${SERIF}`, color: '#7a2140' }}>{contact.brand}</p>
      <h1 style={heading()} dir="auto">
        {words.heading}
      </h1>
      <Paragraphs texts={words.paragraphs} />
      {summary.arrival ? (
        <p>
          <strong>{summary.arrival}</strong>
        </p>
      ) : null}
      <p style={{ margin: '24px 0' }}>
        <a href={url} style={button}>
          {words.button}
        </a>
      </p>
      <h2 style={{ ...heading(), fontSize: 20, marginTop: 32 }}>
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
      <div style={{ margin: '32px 0 0', paddingTop: 16, borderTop: LINE, color: SOFT, fontSize: 14 }}>
        <Paragraphs texts={words.closing} email={contact.email} style={{ margin: '0 0 4px' }} />
        <p style={{ margin: 0 }}>
          <a href={contact.shopUrl} style={LINK}>
            {contact.brand}
          </a>
        </p>
      </div>
    </MailPage>
  )
}

export function PlainMail({ title, paragraphs }: { title: string; paragraphs: string[] }) {
  return (
    <MailPage title={title}>
      <h1 style={heading()}>{title}</h1>
      <Paragraphs texts={paragraphs} />
    </MailPage>
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
      <td style={pictureCell()}>
        {item.picture ? (
          <img src={item.picture} alt="" width={64} height={80} style={{ display: 'block', borderRadius: 8 }} />
        ) : null}
      </td>
      <td style={cell}>
        {item.name}
        <br />
        <span style={{ color: SOFT, fontSize: 14 }}>
          {item.about}
          {item.about ? <br /> : null}
          <span style={{ whiteSpace: 'nowrap' }}>{item.count}</span>
        </span>
      </td>
      <td style={{ ...cell, ...amount() }}>{item.sum}</td>
    </tr>
  )
}

function Sums({ sums }: { sums: OrderSummary['sums'] }) {
  return (
    <Table>
      {sums.map(({ name, value, kind }) => {
        const isTotal = kind === 'total'
        const style: CSSProperties = { padding: '6px 0', ...(isTotal ? { borderTop: LINE, fontWeight: 700 } : {}) }
        return (
          <tr key={name}>
            <td style={style}>{name}</td>
            <td style={{ ...style, ...amount() }}>{formatMoney(value)}</td>
          </tr>
        )
      })}
    </Table>
  )
}
