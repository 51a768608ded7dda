import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { DEFAULT_BRAND } from '~/platform/text'
import { readContactInfo } from '~/contact/contact-info.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { listCurrentBanners } from '~/catalog/banners.server'
import { listCategories, listHomeProducts, type Category } from '~/catalog/catalog.server'
import { toCardView, type CardView } from '~/catalog/card-view'
import { readWholeWithin } from '~/platform/whole-number'
import { CategoryTabs } from './category-tabs'
import { Editorial } from './editorial'
import { defaultStatistics, listProductBanners, listStatistics, listTestimonials, slideOf } from './hero.server'
import { Hero } from './hero.area'
import { ProductRow } from './product-row'
import type { ProductPage } from '~/catalog/product.schema'
import { shopData } from './shop-data'
import { StyleGrid } from './style-grid'
import { Testimonials } from './testimonials.area'

export const handle: PageHandle = {
  styles: ['home', 'floatingCart'],
  cachedBy: ['tab', 'slide'],
  hasFloatingCart: true,
}

export const meta = (page: PageArgs) =>
  pageMeta(DEFAULT_BRAND, {
    description: m.home_description(),
    shared: { page, path: '/' },
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parameters = new URL(request.url).searchParams
  const tab = parameters.get('tab') ?? ''
  const sections = await readSections(context, tab)
  const { categories, banners, productBanners, statistics, arrivals, top, inTab, testimonials, delivery, contact } =
    sections
  const home = categories?.filter(({ is_home }) => is_home)
  const category = findHomeCategory(categories, tab)
  return {
    structured: shopData(context.settings, contact),
    banners: [...(banners?.filter(({ kind }) => kind === 'slide').map(slideOf) ?? []), ...(productBanners ?? [])],
    band: banners?.find(({ kind }) => kind === 'band') ?? null,
    slide: readWholeWithin(parameters.get('slide'), 1, 999) - 1,
    statistics: (statistics ?? defaultStatistics()).map(({ value, label }) => ({
      value,
      label: fillTerms(label, delivery),
    })),
    arrivals: cards(arrivals),
    top: cards(top),
    tabs: home?.map(({ name }) => name) ?? null,
    tab: category?.name ?? null,
    inTab: cards(inTab),
    styles:
      categories
        ?.filter(({ is_browse_section }) => is_browse_section)
        .map(({ name, image_url }) => ({ name, image: image_url })) ?? null,
    testimonials: testimonials ?? [],
  }
}

/** Reads the sections of the page at once. A failed one is null, and shows its fallback. */
async function readSections(context: RequestContext, tab: string) {
  const section = <Value,>(name: string, promise: Promise<Value>) =>
    attempt(context, `home without ${name}`, () => promise)
  const pending = section('categories', listCategories(context))
  // The default tab doesn't wait for the categories.
  const tabProducts = async () => {
    const chosen = tab ? findHomeCategory(await pending, tab) : undefined
    if (chosen) return listHomeProducts(context, { categoryId: chosen.id })
    // New Arrivals already lists the newest right above; repeat them only if there is nothing else.
    const others = await listHomeProducts(context, { arrival: false })
    return others.products.length > 0 ? others : listHomeProducts(context, {})
  }
  const [categories, banners, productBanners, statistics, arrivals, top, inTab, testimonials, delivery, contact] =
    await Promise.all([
      pending,
      section('banners', listCurrentBanners(context)),
      section('product banners', listProductBanners(context)),
      section('statistics', listStatistics(context)),
      section('arrivals', listHomeProducts(context, { arrival: true })),
      section('top', listHomeProducts(context, { top: true })),
      section('tab', tabProducts()),
      section('testimonials', listTestimonials(context)),
      readDeliveryTerms(context),
      readContactInfo(context),
    ])
  return { categories, banners, productBanners, statistics, arrivals, top, inTab, testimonials, delivery, contact }
}

function findHomeCategory(categories: Category[] | null, name: string): Category | undefined {
  return categories?.find((category) => category.is_home && category.name.toLowerCase() === name.toLowerCase())
}

function cards(page: ProductPage | null): CardView[] {
  return page?.products.map((product) => toCardView(product)) ?? []
}

export default function Home() {
  const home = useLoaderData<typeof loader>()
  return (
    <>
      <Hero banners={home.banners} slide={home.slide} statistics={home.statistics} />
      <ProductRow
        id="new-arrivals"
        title={m.home_new_arrivals()}
        products={home.arrivals}
        empty={m.home_no_new_arrivals()}
        all="/product-listing?list=arrivals"
      />
      <CategoryTabs tabs={home.tabs} tab={home.tab} products={home.inTab} />
      {home.band ? <Editorial band={home.band} /> : null}
      <ProductRow
        id="top-sellings"
        title={m.home_top_sellings()}
        products={home.top}
        empty={m.home_no_top_sellings()}
        all="/product-listing?list=top"
      />
      <StyleGrid styles={home.styles} />
      <Testimonials testimonials={home.testimonials} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: home.structured }} />
    </>
  )
}
