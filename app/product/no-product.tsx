import { m } from '~/language/messages'
import { WaysOn } from '~/catalog/not-found'
import { Empty, LATER } from '~/ui/empty'

/** Renders the page of a product that doesn't exist, or that can't be loaded now from its address `again`. */
export function NoProduct({ problem, again }: { problem: string; again: string | null }) {
  return (
    <section className="wrap">
      <h1 className="page-title">{problem}</h1>
      <Empty text={again === null ? m.product_others() : LATER()}>
        {again === null ? (
          <WaysOn />
        ) : (
          <a className="button" href={again}>
            {m.product_try_again()}
          </a>
        )}{' '}
        <a className="link" href="/product-listing">
          {m.product_all_products()}
        </a>
      </Empty>
    </section>
  )
}
