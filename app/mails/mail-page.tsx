import type { ReactNode } from 'react'
import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'

const INK = '#2b1b22'
const FONT = '16px/1.55 Arial, sans-serif'
/** The fonts of Urdu, which the serif ones of headings lack. The first ones have no Arabic script: those after them have too narrow spaces. */
export const URDU_FONTS =
  "'Helvetica Neue', Roboto, Verdana, 'Noto Nastaliq Urdu', 'Noto Naskh Arabic', Arial, sans-serif"
const URDU_FONT = `16px/2 ${URDU_FONTS}`

/** Whether the mail runs right to left. Mail clients know few logical properties. */
export const isRightToLeft = () => directionOf(currentLanguage()) === 'rtl'

export function MailPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang={currentLanguage()} dir={isRightToLeft() ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, background: '#fffcf9', color: INK, font: isRightToLeft() ? URDU_FONT : FONT }}>
        <div style={{ maxWidth: 560, margin: '0 auto', padding: '24px 16px' }}>{children}</div>
      </body>
    </html>
  )
}
