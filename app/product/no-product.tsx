import { Empty } from '~/ui/empty'

/** Renders the page of a product that doesn't exist or can't be loaded. */
export function NoProduct({ problem }: { problem: string }) {
  return (
    <section className="wrap">
      <h1 className="page-title">{problem}</h1>
      <Empty text="Perhaps one of the others?">
        <a className="button" href="/product-listing">
          All Products
        </a>
      </Empty>
    </section>
  )
}
