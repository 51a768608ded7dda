import { useLocation } from '@remix-run/react'
import { Fragment } from 'react'
import { nameOf } from '~/language/names'
import type { HeaderProfile } from '~/account/header-profile.server'
import { DEFAULT_BRAND } from '~/platform/text'
import { loginUrl } from '~/account/login-url'
import { categoryUrl } from '~/catalog/category-tree'
import { parseListingQuery } from '~/catalog/listing/listing-query'
import { SearchBox } from '~/catalog/search-box.area'
import { freeText } from '~/ui/free-text'
import { Flower, Icon, VisuallyHidden } from '~/ui/icon'
import { Picture, pictureUrl } from '~/ui/picture'
import { Place } from '~/ui/place'
import type { Announcement } from './announcement'
import { LanguageButton, VERSION_FORM } from './language/language-choice'
import { RowText } from '~/ui/row-text'

interface HeaderProps {
  brand?: string
  categories: string[]
  /** The line above; null for none. */
  announcement: Announcement | null
}

/** The page header: logo, menus, search, account and cart. */
export function Header({ brand = DEFAULT_BRAND, categories, announcement }: HeaderProps) {
  const { pathname, search } = useLocation()
  const listing = parseListingQuery(new URLSearchParams(pathname === '/product-listing' ? search : ''))
  return (
    <header className="header">
      {announcement ? <AnnouncementRow {...announcement} /> : null}
      <div className="wrap header-grid">
        <details className="menu">
          <summary className="icon-button">
            <Icon name="menu" label="Menu" />
            <Icon name="close" />
          </summary>{' '}
          <div className="menu-sheet">
            <nav aria-label="Menu">
              <a href="/">Home</a> <Categories categories={categories} />
              <Pages />
            </nav>{' '}
            <nav aria-label="Account and help">
              <a href="/profile">Your account</a> <a href="/wishlist">Wishlist</a> <a href="/faq">Help</a>{' '}
              <a href="/contact">Contact</a>
            </nav>
          </div>
        </details>{' '}
        <a className="logo" href="/">
          <Flower />
          {brand}
        </a>{' '}
        <nav className="nav" aria-label="Main">
          <a href="/">Home</a>{' '}
          <details name="main-menu">
            <summary>
              Category <Icon name="right" small />
            </summary>
            <div>
              <Categories categories={categories} />
            </div>
          </details>
          <Pages />
        </nav>
        <LanguageButton className="icon-button login-link" form={VERSION_FORM} />
        <SearchBox search={listing.search} sort={listing.sort} />
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
        Login
      </a>
    )
  return (
    <a className="icon-button" href="/profile">
      <VisuallyHidden>{`Your profile, ${profile.name}`}</VisuallyHidden>{' '}
      <span className="avatar" aria-hidden="true">
        {profile.picture && pictureUrl(profile.picture, 160, 'jpg') ? (
          <Picture source={profile.picture} alt="" widths={[160]} sizes="36px" shape={[1, 1]} className="" />
        ) : (
          profile.name.trim().charAt(0).toUpperCase()
        )}
      </span>
    </a>
  )
}

const cartLabel = (count: number) => `Cart, ${count === 1 ? '1 line' : `${count} lines`}`

/** The link to the cart, with the number of its lines. */
export function CartLink({ count }: { count: number }) {
  return (
    <a className="icon-button" href="/cart">
      <Icon name="bag" label={cartLabel(count)} />{' '}
      {count > 0 ? (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </a>
  )
}

function Categories({ categories }: { categories: string[] }) {
  return (
    <>
      <a href="/product-listing">All Products</a>{' '}
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
      <a href="/on-sale">On Sale</a> <a href="/#new-arrivals">New Arrivals</a> <a href="/about-us">About Us</a>
    </>
  )
}
