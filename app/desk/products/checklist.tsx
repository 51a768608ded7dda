import { partUrl, type ProductState } from './product-query'
import type { DeskProduct, ProductChecks } from './products.server'

type Lack = ProductChecks['lacks'][number]

/** What shoppers look for in a product (database function `shop.missing_for_sale`): what is said of each with and without it, and where it is added. */
const CHECKS: Record<Lack, { has: string; lacks: string; to: (id: string) => string }> = {
  picture: { has: 'It has a picture', lacks: 'Add a picture', to: (id) => partUrl(id, 'pictures') },
  category: {
    has: 'It is in a category',
    lacks: 'Choose its category',
    to: (id) => `${partUrl(id, 'save')}#product-category_id`,
  },
  text: { has: 'It is described', lacks: 'Describe it', to: (id) => `${partUrl(id, 'save')}#product-description` },
  size: {
    has: 'It has sizes, or needs none',
    lacks: 'Add its sizes, or “no size”',
    to: (id) => partUrl(id, 'stock'),
  },
  stock: {
    has: 'It isn’t sold out',
    lacks: 'It is sold out in every size: shoppers can only ask for a mail',
    to: (id) => partUrl(id, 'stock'),
  },
}
const ALL = Object.keys(CHECKS) as Lack[]

/** A product that is sold out may be published; what else it lacks keeps it from that. */
const isWarning = (lack: Lack) => lack === 'stock'

const TITLES: Record<ProductState, string> = {
  published: 'Shoppers see this product, but it lacks something',
  draft: 'Before it is published',
  archived: 'Before it is published again',
}

/** What a product has and lacks of what shoppers look for; nothing for one in the shop that lacks nothing. */
export function Checklist({ product: { id, state }, lacks }: { product: DeskProduct; lacks: readonly Lack[] }) {
  if (state === 'published' && lacks.length === 0) return null
  return (
    <section className={state === 'published' ? 'notice' : 'panel'} aria-labelledby="checklist-title">
      <h2 id="checklist-title" className="desk-checks-title">
        {TITLES[state]}
      </h2>
      <ul className="desk-checks">
        {ALL.filter((check) => state !== 'published' || lacks.includes(check)).map((check) => {
          const { has, lacks: words, to } = CHECKS[check]
          return (
            <li key={check} data-state={lacks.includes(check) ? (isWarning(check) ? 'warning' : 'lacks') : 'has'}>
              {lacks.includes(check) ? <a href={to(id)}>{words}</a> : has}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
