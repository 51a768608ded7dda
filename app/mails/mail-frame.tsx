import type { CSSProperties, ReactNode } from 'react'
import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'
import { publicUrl } from '~/platform/public-url'

// Mail clients support tables and inline styles. Those that know no dark mode may remove the style element; some of the others turn the
// colours round by themselves.
const STYLES =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (prefers-color-scheme:dark){.page{background:#1f161a!important;color:#f6ece8!important}' +
  '.soft{color:#cbb9c0!important}.line{border-color:#4a3840!important}.accent{color:#f2b3c8!important}' +
  '.button{background:#f2b3c8!important;color:#2b1b22!important}.picture{background:#4a3840!important}}'

const INK = '#2b1b22'
const ACCENT = '#7a2140'
const SERIF = "Palatino, 'Palatino Linotype', Georgia, serif"
/** The fonts of Urdu, which the serif ones of headings lack. The first ones have no Arabic script: those after them have too narrow spaces. */
const URDU_FONTS = "'Helvetica Neue', Roboto, Verdana, 'Noto Nastaliq Urdu', 'Noto Naskh Arabic', Arial, sans-serif"

/** Text that isn't the mail's main matter. */
export const SOFT: CSSProperties = { color: '#67545b', fontSize: 14 }
export const LINE: CSSProperties = { borderTop: '1px solid #e7dad3' }
/** The look of a link; mail programs would make it blue. */
export const LINK: CSSProperties = { color: ACCENT }

/** Whether the mail runs right to left. Mail clients know few logical properties. */
export const isRightToLeft = () => directionOf(currentLanguage()) === 'rtl'

/**
 * Returns the direction of a text's own words. HTML's 'auto' takes it from the first letter, also of a name that signs set apart, and is
 * left to a text that is nothing but names.
 */
export function directionOfWords(text: string): 'ltr' | 'rtl' | 'auto' {
  const [letter] = text.replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '').match(/\p{L}/u) ?? []
  if (!letter) return 'auto'
  return /\p{Script=Arabic}/u.test(letter) ? 'rtl' : 'ltr'
}

/** An order or phone number, or a sum, which a narrow window would break at its hyphens and spaces. */
const NUMBER = /(ORD-[\d-]+|\+\d[\d -]+\d|Rs\. [\d,.]*\d)/
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

export const headingStyle = (): CSSProperties => ({
  margin: '0 0 12px',
  font: isRightToLeft() ? `400 26px/2 ${URDU_FONTS}` : `400 26px/1.25 ${SERIF}`,
})

/** The shop as mails name it. */
export interface Contact {
  brand: string
  email: string | null
  /** Without a path. */
  shopUrl: string
}

interface MailFrameProps {
  title: string
  heading: string
  contact: Contact
  /** What stands below the line, above the shop's name. */
  closing: ReactNode
  children: ReactNode
}

/** Renders what all mails have: the shop's mark, the heading, and the shop's name with a link at the end. */
export function MailFrame({ title, heading, contact, closing, children }: MailFrameProps) {
  const font = isRightToLeft() ? `16px/2 ${URDU_FONTS}` : '16px/1.55 Arial, sans-serif'
  return (
    <html lang={currentLanguage()} dir={isRightToLeft() ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        {/* iPhones take order and tracking numbers, dates and addresses for something to call or to plan. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{title}</title>
        <style>{STYLES}</style>
      </head>
      {/* What people type may have no place to break, which would make the whole mail wider than a phone. */}
      <body className="page" style={{ margin: 0, background: '#fffcf9', color: INK, font, wordBreak: 'break-word' }}>
        <div style={{ maxWidth: 560, margin: '0 auto', padding: '24px 16px' }}>
          <p className="accent" style={{ margin: '0 0 24px', font: `400 22px ${SERIF}`, color: ACCENT }}>
            {contact.brand}
          </p>
          <h1 style={headingStyle()} dir={directionOfWords(heading)}>
            <WholeNumbers text={heading} />
          </h1>
          {children}
          <div className="soft line" style={{ margin: '32px 0 0', paddingTop: 16, ...LINE, ...SOFT }}>
            {closing}
            <p style={{ margin: 0 }}>
              <a href={publicUrl({ PUBLIC_URL: contact.shopUrl }, '/')} className="accent" style={LINK}>
                {contact.brand}
              </a>
            </p>
          </div>
        </div>
      </body>
    </html>
  )
}

export function MailButton({ url, text }: { url: string; text: string }) {
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '13px 27px',
    // Forced colours take the background away, and show this.
    border: '1px solid transparent',
    borderRadius: 28,
    background: ACCENT,
    color: '#ffffff',
    fontWeight: 600,
    textDecoration: 'none',
  }
  return (
    <p style={{ margin: '24px 0' }}>
      <a href={url} className="button" style={style}>
        {text}
      </a>
    </p>
  )
}
