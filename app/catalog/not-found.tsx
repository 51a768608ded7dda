import { m } from '~/language/messages'
import { Empty } from '~/ui/empty'
import { Fragment } from 'react'
import { useRouteLoaderData } from '@remix-run/react'
import { nameOf } from '~/language/names'
import { Icon } from '~/ui/icon'
import { categoryUrl } from './category-tree'
import { RowText } from '~/ui/free-text'

export function WaysOn() {
  const shop = useRouteLoaderData('root') as { categories: string[] } | undefined
  return (
    <div className="ways-on">
      <form className="search" role="search" aria-label={m.catalog_search_again()} action="/product-listing">
        <button>
          <Icon name="search" label={m.catalog_search()} />
        </button>
        <input
          type="text"
          name="search"
          dir="auto"
          aria-label={m.catalog_looking_for()}
          placeholder={m.catalog_search_hint()}
          maxLength={80}
        />
      </form>
      <nav aria-label={m.catalog_categories()}>
        {shop?.categories.map((name) => (
          <Fragment key={name}>
            <a className="button button-outline" href={categoryUrl(name)}>
              <RowText text={nameOf('category', name)} />
            </a>{' '}
          </Fragment>
        ))}
      </nav>
    </div>
  )
}

/** The page for unknown paths (RT-50), with a search and the categories. */
export function NotFound() {
  return (
    <section className="wrap">
      <h1 className="page-title">{m.shell_page_not_found()}</h1>
      <Empty text={m.shell_nothing_here()}>
        <WaysOn />
        <a className="link" href="/">
          {m.ui_return_home()}
        </a>
      </Empty>
    </section>
  )
}
