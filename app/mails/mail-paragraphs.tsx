import { Fragment, type CSSProperties } from 'react'
import { directionOfWords, isRightToLeft, LINK, WholeNumbers, type Contact } from './mail-frame'

interface ParagraphsProps {
  texts: readonly string[]
  /** The shop, whose own addresses in the texts are links. Those that others typed stay text. */
  contact?: Contact
  style?: CSSProperties
}

/** Paragraphs of plain text with their lines. A text is never markup: React escapes it. */
export function Paragraphs({ texts, contact, style }: ParagraphsProps) {
  return texts.map((text) => (
    <p key={text} dir={directionOfWords(text)} style={isRightToLeft() ? { ...style, textAlign: 'right' } : style}>
      {text.split('\n').map((line, number) => (
        <Fragment key={line}>
          {number > 0 ? <br /> : null}
          <TextWithLinks text={line} contact={contact} />
        </Fragment>
      ))}
    </p>
  ))
}

function TextWithLinks({ text, contact }: { text: string; contact: Contact | undefined }) {
  const [start, end] = (contact && addressIn(text, contact)) ?? []
  if (start === undefined) return <WholeNumbers text={text} />
  return (
    <>
      <WholeNumbers text={text.slice(0, start)} />
      <TextLink address={text.slice(start, end)} />
      <TextWithLinks text={text.slice(end)} contact={contact} />
    </>
  )
}

/** Returns where the first address of the shop begins and ends in a text, without the sentence's punctuation. */
function addressIn(text: string, { email, shopUrl }: Contact): [number, number] | undefined {
  const [mail, page] = [email ? text.indexOf(email) : -1, text.indexOf(shopUrl)]
  if (email && mail >= 0 && (page < 0 || mail < page)) return [mail, mail + email.length]
  if (page < 0) return undefined
  const length = text.slice(page).search(/[\s\u2069]/)
  const end = length < 0 ? text.length : page + length
  return [page, '.,;:!?۔،؛؟'.includes(text.charAt(end - 1)) ? end - 1 : end]
}

/** Renders an address as a link. A page's is shown without its query, which says nothing to people. */
function TextLink({ address }: { address: string }) {
  const page = address.startsWith('http') ? new URL(address) : null
  return (
    <a href={page ? address : `mailto:${address}`} dir="ltr" className="accent" style={LINK}>
      {page ? page.host + page.pathname : address}
    </a>
  )
}
