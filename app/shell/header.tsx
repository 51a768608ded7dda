import { SearchBox } from '~/catalog/search-box'
import { Flower, Icon } from '~/ui/icon'

interface HeaderProps {
  brand?: string
  categories: string[]
  shopper: { name: string } | null
  cartCount: number
}

const listingOf = (category: string) => `/product-listing?category=${encodeURIComponent(category)}`

/** Logo, menus, search, the way in or to oneself, and the cart. */
export function Header({ brand = 'Chambeli', categories, shopper, cartCount }: HeaderProps) {
  const lines = cartCount === 1 ? '1 line' : `${cartCount} lines`
  return (
    <header className="header">
      <p className="announcement">Rs. 150.00 delivery anywhere in Pakistan. Pay on delivery.</p>
      <div className="wrap header-grid">
        <details className="menu">
          <summary className="icon-button" aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav aria-label="Menu">
            <a href="/">Home</a>
            <Categories categories={categories} />
            <Pages />
          </nav>
        </details>
        <a className="logo" href="/">
          <Flower />
          {brand}
        </a>
        <nav className="nav" aria-label="Main">
          <a href="/">Home</a>
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
        <SearchBox />
        {shopper ? (
          <a className="icon-button" href="/profile" aria-label={`Your profile, ${shopper.name}`}>
            <span className="avatar" aria-hidden="true">
              {shopper.name.trim().charAt(0).toUpperCase()}
            </span>
          </a>
        ) : (
          <a className="icon-button login-link" href="/login">
            Login
          </a>
        )}
        <a className="icon-button" href="/cart" aria-label={`Cart, ${lines}`}>
          <Icon name="bag" />
          {cartCount > 0 ? <span className="count">{cartCount}</span> : null}
        </a>
      </div>
    </header>
  )
}

function Categories({ categories }: { categories: string[] }) {
  return (
    <>
      <a href="/product-listing">All Products</a>
      {categories.map((name) => (
        <a key={name} href={listingOf(name)}>
          {name}
        </a>
      ))}
    </>
  )
}

function Pages() {
  return (
    <>
      <a href="/on-sale">On Sale</a>
      <a href="/#new-arrivals">New Arrivals</a>
      <a href="/about-us">About Us</a>
    </>
  )
}
