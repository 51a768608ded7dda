import { Empty } from '~/ui/empty'

/** What stands in a product's place: that there is none, or that it couldn't be loaded. */
export function NoProduct({ problem }: { problem: string }) {
  return (
    <section className="wrap">
      <h1>{problem}</h1>
      <Empty text="Perhaps one of the others?">
        <a className="button" href="/product-listing">
          All Products
        </a>
      </Empty>
    </section>
  )
}
