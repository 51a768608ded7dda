import { cutText } from '~/platform/text'
import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Fragment } from 'react'
import { useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { countSizes } from '~/catalog/listing/listed-products.server'
import { attempt } from '~/platform/attempt.server'
import { parseForm } from '~/platform/http/forms.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { braLabel, braEquivalents, nearestSizes, sisterSizes, type BraSize } from './bra-size'
import { offerOf, type OwnSizeOffer } from './own-size'
import { readOwnSizes, rememberSizes } from './own-size.server'
import { ForgetSizes, OfferWords } from './own-size-offer'
import { chartOf } from '~/catalog/product-chart'
import { letterForUnderbust } from './size-charts'
import { readSizeCharts } from './size-charts.server'
import { SizeFinderForm } from './size-finder-form'
import { sizeFinderSchema } from './size-finder.schema'
import { ParaglideMessage } from '@inlang/paraglide-js-react'

export const handle: PageHandle = { styles: ['choices', 'sizes'] }

export const meta = ({ data: page, ...args }: PageArgs & { data?: { isSubmitted: boolean; isRefused: boolean } }) =>
  pageMeta(page?.isRefused ? m.sizes_finder_error_title() : m.sizes_size_finder(), {
    description: m.sizes_finder_description(),
    hidden: page?.isSubmitted,
    shared: { page: args, path: '/size-finder' },
  })

const FIELDS = ['underbust', 'bust', 'unit'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parameters = new URL(request.url).searchParams
  const typed = Object.fromEntries(FIELDS.map((name) => [name, cutText(parameters.get(name) ?? '', 40)]))
  const isSubmitted = parameters.has('underbust') || parameters.has('bust')
  const fields = new FormData()
  for (const [name, value] of Object.entries(typed)) fields.set(name, value)
  const form = isSubmitted ? await parseForm(fields, sizeFinderSchema) : null
  const measured = form?.ok ? form.value : null
  const [letter, product, counts] = await Promise.all([
    measured && letterFor(context, measured.underbust),
    readProduct(context, parameters.get('product') ?? ''),
    measured && attempt(context, 'size finder without counts', () => countSizes(context)),
  ])
  const found = measured && { size: measured.size, letter }
  const own = found
    ? await rememberSizes(context, request, {
        bra: braLabel(found.size),
        ...(found.letter ? { 'soft-bra': found.letter } : {}),
      })
    : await readOwnSizes(context, request)
  const sizeOfProduct = found && product ? (product.chart === 'soft-bra' ? found.letter : braLabel(found.size)) : null
  return {
    isSubmitted,
    isRefused: form?.ok === false,
    reply: form?.reply ?? { initialValue: typed },
    found,
    own,
    product: product && { name: product.name, slug: product.slug },
    offer: product && sizeOfProduct ? offerOf(product, sizeOfProduct) : null,
    stocked: found && counts ? stockedNear(found.size, counts) : null,
  }
}

/** How many products the shop has in a size, and in the nearest sizes that it has any in. */
interface Stocked {
  count: number
  nearest: { size: string; count: number }[]
}

const MOST_NEAREST = 3

function stockedNear(size: BraSize, counts: Record<string, number>): Stocked {
  const nearest = nearestSizes(size, Object.keys(counts)).slice(0, MOST_NEAREST)
  return { count: counts[braLabel(size)] ?? 0, nearest: nearest.map((one) => ({ size: one, count: counts[one] ?? 0 })) }
}

/** Returns the letter size of sports bras for an underbust in centimetres; null if there is none, or the table couldn't be read. */
async function letterFor(context: LoaderFunctionArgs['context'], underbust: number): Promise<string | null> {
  const charts = await attempt(context, 'size finder without letter sizes', () => readSizeCharts(context))
  return charts && letterForUnderbust(charts, underbust)
}

/** Returns the bra that the finder was opened from, or null. */
async function readProduct(context: LoaderFunctionArgs['context'], slug: string) {
  const result = slug
    ? await attempt(context, 'product of the size finder not read', () => findProduct(context, slug))
    : null
  const chart = result && chartOf(result.product)
  return result && (chart === 'bra' || chart === 'soft-bra') ? { ...result.product, chart } : null
}

export default function SizeFinderPage() {
  const { reply, found, own, product, offer, stocked } = useLoaderData<typeof loader>()
  return (
    <div className="wrap size-finder">
      <Breadcrumb
        steps={[
          { name: m.sizes_home(), to: '/' },
          { name: m.sizes_size_guide(), to: '/size-guide' },
          { name: m.sizes_size_finder() },
        ]}
      />
      <h1 className="page-title">{m.sizes_size_finder()}</h1>
      <p>{m.sizes_finder_intro()}</p>
      {found ? <FoundSize found={found} product={product} offer={offer} stocked={stocked} /> : null}
      <SizeFinderForm reply={reply} product={product} />
      {Object.keys(own).length > 0 ? (
        <div className="own-size panel">
          <p>
            {found ? m.sizes_remembered() : m.sizes_remembered_size({ size: own.bra ?? Object.values(own)[0] ?? '' })}
          </p>
          <ForgetSizes from={product ? `/size-finder?product=${product.slug}` : '/size-finder'} />
        </div>
      ) : null}
    </div>
  )
}

interface FoundSizeProps {
  found: { size: BraSize; letter: string | null }
  product: { name: string; slug: string } | null
  offer: OwnSizeOffer | null
  /** Null if it couldn't be counted. */
  stocked: Stocked | null
}

function FoundSize({ found: { size, letter }, product, offer, stocked }: FoundSizeProps) {
  const label = braLabel(size)
  const { eu, us } = braEquivalents(size)
  const [first, second] = sisterSizes(size)
  const to = (chosen: string) => `/product/${product?.slug}?${new URLSearchParams({ size: chosen })}`
  return (
    <section className="found-size" aria-labelledby="found">
      <h2 id="found">
        <ParaglideMessage
          message={m.sizes_found}
          inputs={{ size: label }}
          markup={{ size: ({ children }) => <span className="found-label">{children}</span> }}
        />
      </h2>
      <p>{letter ? m.sizes_elsewhere_letter({ eu, us, letter }) : m.sizes_elsewhere({ eu, us })}</p>
      {first ? <p>{second ? m.sizes_sisters({ first, second }) : m.sizes_sister({ size: first })}</p> : null}
      {product && offer ? (
        <div className="found-product">
          <h3>{product.name}</h3>
          {offer.state === 'available' ? (
            <p>
              <a className="button" href={to(offer.size)} data-size={offer.size}>
                {m.sizes_choose_in({ size: offer.size })}
              </a>
            </p>
          ) : (
            <OfferWords offer={offer} to={to} />
          )}
        </div>
      ) : stocked?.count === 0 ? (
        <NotStocked size={label} nearest={stocked.nearest} />
      ) : (
        <p>
          <a className="button" href={brasIn(label)}>
            {m.sizes_show_bras_in({ size: label })}
          </a>
        </p>
      )}
    </section>
  )
}

const brasIn = (size: string) => `/product-listing?${new URLSearchParams({ sizes: size })}`

function NotStocked({ size, nearest }: { size: string; nearest: Stocked['nearest'] }) {
  return (
    <>
      <p className="notice notice-info">
        {m.sizes_not_stocked({ size })} {nearest.length > 0 ? m.sizes_nearest() : null}
      </p>
      <p className="nearest-sizes">
        {nearest.map((near) => (
          <Fragment key={near.size}>
            <a className="button button-outline" href={brasIn(near.size)}>
              {m.sizes_show_count_in(near)}
            </a>{' '}
          </Fragment>
        ))}
      </p>
    </>
  )
}
