import { cutText } from '~/platform/text'
import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { attempt } from '~/platform/attempt.server'
import { parseForm } from '~/platform/http/forms.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { braLabel } from './bra-size'
import { offerOf } from './own-size'
import { readOwnSizes, rememberSizes } from './own-size.server'
import { ForgetSizes } from './own-size-offer'
import { chartOf } from '~/catalog/product-chart'
import { letterForUnderbust } from './size-charts'
import { readSizeCharts } from './size-charts.server'
import { SizeFinderForm } from './size-finder-form'
import { FoundSize } from './found-size'
import { sizeFinderSchema } from './size-finder.schema'

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
  const found = form?.ok ? { size: form.value.size, letter: await letterFor(context, form.value.underbust) } : null
  const product = await readProduct(context, parameters.get('product') ?? '')
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
  }
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
  const { reply, found, own, product, offer } = useLoaderData<typeof loader>()
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
      {found ? <FoundSize found={found} product={product} offer={offer} /> : null}
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
