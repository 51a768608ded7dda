import { Fragment, type CSSProperties } from 'react'
import { isRightToLeft, LINK, type Contact } from './mail-frame'

interface ParagraphsProps {
  texts: readonly string[]
  /** The shop, whose own addresses in the texts are links. Those that others typed stay text. */
  contact?: Contact
  style?: CSSProperties
}

/** Paragraphs of plain text with their lines. A text is never markup: React escapes it. */
export function Paragraphs({ texts, contact, style }: ParagraphsProps) {
  return texts.map((text) => (
    <p key={text} dir="auto" style={isRightToLeft() ? { ...style, textAlign: 'right' } : style}>
      {text.split('\n').map((line, number) => (
        <Fragment key={line}>
          {number > 0 ? <br /> : null}
          {line.split(ADDRESS).map((part) => (
            <Part key={part} text={part} contact={contact} />
          ))}
        </Fragment>
      ))}
    </p>
  ))
}

/** An order or phone number, which a narrow window would break at its hyphens and spaces. */
const NUMBER = /(ORD-[\d-]+|\+\d[\d -]+\d)/
/** An address of the web or of mail, without the sentence's punctuation. */
const ADDRESS = /(https?:\/\/[^\s\u2069]*[^\s\u2069.,;:!?۔،؛؟]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

export function WholeNumbers({ text }: { text: string }) {
  return text.split(NUMBER).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
}

function Part({ text, contact }: { text: string; contact: Contact | undefined }) {
  if (contact && text === contact.email) return <TextLink url={`mailto:${text}`} text={text} />
  // Its query says nothing to people.
  if (contact && text.startsWith(contact.shopUrl))
    return <TextLink url={text} text={text.replace(/^\w+:\/\/|\?.*$/g, '')} />
  return <WholeNumbers text={text} />
}

function TextLink({ url, text }: { url: string; text: string }) {
  return (
    <a href={url} dir="ltr" className="accent" style={{ ...LINK, wordBreak: 'break-word' }}>
      {text}
    </a>
  )
}
