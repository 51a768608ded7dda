import { useLocation } from '@remix-run/react'
import { m } from '~/language/messages'
import { NewsletterForm } from '~/newsletter/newsletter-form.area'
import type { Reply } from '~/newsletter/outcome'
import { brandInText, DEFAULT_BRAND } from '~/platform/text'
import { Flower } from '~/ui/icon'
import { defaultFooter, SECTION_NAMES, type FooterColumn } from './footer-links'
import { LanguageButtons, VERSION_FORM } from './language/language-choice'
import { RowText } from '~/ui/free-text'

const CARD_MARKS = ['PayFast', 'VISA', 'Mastercard']

export function Footer({
  brand = DEFAULT_BRAND,
  columns = defaultFooter(),
  year,
  newsletter = null,
  takesCards = false,
  isLite = false,
  hasNewsletter = true,
}: {
  brand?: string
  columns?: FooterColumn[]
  year?: string
  newsletter?: Reply | null
  takesCards?: boolean
  isLite?: boolean
  hasNewsletter?: boolean
}) {
  const { pathname, search } = useLocation()
  const paymentMarks = [...(takesCards ? CARD_MARKS : []), m.shell_cash_on_delivery()]
  return (
    <>
      {hasNewsletter ? <NewsletterForm brand={brandInText(brand)} reply={newsletter} from={pathname + search} /> : null}
      <footer className="footer">
        <div className="wrap">
          <div className="footer-columns">
            <div className="footer-about">
              <a className="logo" href="/">
                <Flower />
                {brand}
              </a>
              <p>{m.shell_about_the_shop()}</p>
              <p>
                <a href="/wishlist">{m.shell_your_wishlist()}</a>
              </p>
            </div>
            {columns.map((column) => (
              <Column key={column.section} column={column} />
            ))}
          </div>
          <div className="footer-bottom">
            <span>
              {year === undefined
                ? m.shell_copyright_without_year({ brand: brandInText(brand) })
                : m.shell_copyright({ year, brand: brandInText(brand) })}
            </span>
            <VersionChoice isLite={isLite} from={pathname + search} />
            <ul className="payment-marks" aria-label={m.shell_payment_methods()}>
              {paymentMarks.map((mark) => (
                <li key={mark}>{mark}</li>
              ))}
            </ul>
          </div>
        </div>
      </footer>
    </>
  )
}

function Column({ column: { section, links } }: { column: FooterColumn }) {
  return (
    <nav aria-label={SECTION_NAMES[section]()}>
      <details>
        <summary>
          <h2>{SECTION_NAMES[section]()}</h2>
        </summary>
        <ul>
          {links.map(({ title, to }) => (
            <li key={to}>
              <a href={to}>
                <RowText text={title} />
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

/** Switches to the lite version and back, or to the other language. It is a form because it sets a cookie. */
function VersionChoice({ isLite, from }: { isLite: boolean; from: string }) {
  return (
    <form id={VERSION_FORM} method="post" action="/lite">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="lite" value={isLite ? 'off' : 'on'} />
      <button className="link">{isLite ? m.shell_full_version() : m.shell_lite_version()}</button> · <LanguageButtons />
    </form>
  )
}
