import { m } from '~/language/messages'
import { useLocation } from '@remix-run/react'
import { Fragment } from 'react'
import { nameOf } from '~/language/names'
import type { HeaderProfile } from '~/account/header-profile.server'
import { DEFAULT_BRAND } from '~/platform/text'
import { loginUrl } from '~/account/login-url'
import { categoryUrl } from '~/catalog/category-tree'
import { parseListingQuery } from '~/catalog/listing/listing-query'
import { keptSort } from '~/catalog/listing/sorts'
import { SearchBox } from '~/catalog/search-box.area'
import { freeText, RowText } from '~/ui/free-text'
import { Flower, Icon, VisuallyHidden } from '~/ui/icon'
import { Picture, pictureUrl } from '~/ui/picture'
import { Place } from '~/ui/place'
import type { Announcement } from './announcement'
import { LanguageButtons } from './language/language-choice'

interface HeaderProps {
  brand?: string
  categories: string[]
  /** The line above; null for none. */
  announcement: Announcement | null
}

export function Header({ brand = DEFAULT_BRAND, categories, announcement }: HeaderProps) {
  const { pathname, search } = useLocation()
  const listing = parseListingQuery(new URLSearchParams(pathname === '/product-listing' ? search : ''))
  return (
    <header className="header">
      {announcement ? <AnnouncementRow {...announcement} /> : null}
      <div className="wrap header-grid">
        <details className="menu">
          <summary className="icon-button">
            <Icon name="menu" label={m.shell_menu()} />
            <Icon name="close" />
          </summary>{' '}
          <div className="menu-sheet">
            <nav aria-label={m.shell_menu()}>
              <a href="/">{m.shell_home()}</a> <Categories categories={categories} />
              <Pages />
            </nav>{' '}
            <nav aria-label={m.shell_account_and_help()}>
              <a href="/profile">{m.shell_your_account()}</a> <a href="/wishlist">{m.shell_wishlist()}</a>{' '}
              <a href="/faq">{m.shell_help()}</a> <a href="/contact">{m.shell_contact()}</a>
            </nav>
          </div>
        </details>{' '}
        <a className="logo" href="/">
          <Flower />
          {brand}
        </a>{' '}
        <nav className="nav" aria-label={m.shell_main()}>
          <a href="/">{m.shell_home()}</a>{' '}
          <details>
            <summary>
              {`${m.shell_category()} `}
              <Icon name="right" small />
            </summary>
            <div>
              <Categories categories={categories} />
            </div>
          </details>
          <Pages />
        </nav>
        <SearchBox search={listing.search} kept={keptSort(listing.sort)} />
        <Place name="account">
          <AccountLink profile={null} from={pathname + search} />
        </Place>{' '}
        <Place name="cart-count">
          <CartLink count={0} />
        </Place>
      </div>
    </header>
  )
}

function AnnouncementRow({ text, link }: Announcement) {
  return (
    <p className="announcement" {...freeText(text)}>
      {link ? (
        <a className="announcement-link" href={link}>
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  )
}

/** The link to the shopper's profile, or to the login page, which returns to `from`. */
export function AccountLink({ profile, from }: { profile: HeaderProfile | null; from: string }) {
  if (profile === null)
    return (
      <a className="icon-button login-link" href={loginUrl(from)}>
        {m.shell_login()}
      </a>
    )
  return (
    <a className="icon-button" href="/profile">
      <VisuallyHidden>{m.shell_your_profile({ name: profile.name })}</VisuallyHidden>{' '}
      <span className="avatar" aria-hidden="true">
        {profile.picture && pictureUrl(profile.picture, 160, 'jpg') ? (
          <Picture source={profile.picture} alt="" widths={[160]} sizes="36px" ratio="1/1" className="" />
        ) : (
          profile.name.trim().charAt(0).toUpperCase()
        )}
      </span>
    </a>
  )
}

export function CartLink({ count }: { count: number }) {
  return (
    <a className="icon-button" href="/cart">
      <Icon name="bag" label={m.shell_cart({ count })} /> <CartCount count={count} />
    </a>
  )
}

export function CartCount({ count }: { count: number }) {
  return count > 0 ? (
    <span className="count" aria-hidden="true">
      {count}
    </span>
  ) : null
}

function Categories({ categories }: { categories: string[] }) {
  return (
    <>
      <a href="/product-listing">{m.shell_all_products()}</a>{' '}
      {categories.map((name) => (
        <Fragment key={name}>
          <a href={categoryUrl(name)}>
            <RowText text={nameOf('category', name)} />
          </a>{' '}
        </Fragment>
      ))}
    </>
  )
}

function Pages() {
  return (
    <>
      <a href="/on-sale">{m.shell_on_sale()}</a> <a href="/#new-arrivals">{m.shell_new_arrivals()}</a>{' '}
      <a href="/about-us">{m.shell_about_us()}</a> <LanguageButtons />
    </>
  )
}
