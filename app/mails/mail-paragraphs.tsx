import { Fragment, type CSSProperties } from 'react'
import { isRightToLeft } from './mail-page'

/** The look of a link; mail programs would make it blue. */
export const LINK: CSSProperties = { color: '#7a2140' }

interface ParagraphsProps {
  texts: readonly string[]
  /** An address that is shown as a link. */
  email?: string | null
  style?: CSSProperties
}

/** Paragraphs of plain text with their lines. A text is never markup: React escapes it. */
export function Paragraphs({ texts, email, style }: ParagraphsProps) {
  return texts.map((text) => (
    <p key={text} dir="auto" style={isRightToLeft() ? { ...style, textAlign: 'right' } : style}>
      {text.split('\n').map((line, number) => (
        <Fragment key={line}>
          {number > 0 ? <br /> : null}
          <Line text={line} email={email ?? undefined} />
        </Fragment>
      ))}
    </p>
  ))
}

/** An order or phone number, which a narrow window would break at its hyphens and spaces. */
const NUMBER = /ORD-[\d-]+|\+\d[\d -]+\d/

export function WholeNumbers({ text }: { text: string }) {
  const [number] = NUMBER.exec(text) ?? []
  if (!number) return text
  const [before = '', ...rest] = text.split(number)
  return (
    <>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
      <WholeNumbers text={rest.join(number)} />
    </>
  )
}

function Line({ text, email }: { text: string; email: string | undefined }) {
  const [before = '', ...rest] = email ? text.split(email) : [text]
  if (rest.length === 0) return <WholeNumbers text={before} />
  return (
    <>
      <WholeNumbers text={before} />
      <a href={`mailto:${email}`} style={LINK}>
        {email}
      </a>
      <WholeNumbers text={rest.join(email)} />
    </>
  )
}
