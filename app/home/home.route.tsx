import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { embedJson, DEFAULT_BRAND } from '~/platform/text'
import { readContactInfo } from '~/contact/contact-info.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { listCurrentBanners, type ShopBanner } from '~/catalog/banners.server'
import { listCategories, listHomeProducts, type Category } from '~/catalog/catalog.server'
import { toCardView, type CardView } from '~/catalog/card-view'
import { readWholeWithin } from '~/platform/whole-number'
import { CategoryTabs, ProductRow } from './product-row'
import {
  defaultStatistics,
  listProductBanners,
  listStatistics,
  listTestimonials,
  slideOf,
  type Banner,
} from './hero.server'
import { Hero } from './hero.area'
import type { ProductPage } from '~/catalog/product.schema'
import { Testimonials } from './testimonials.area'
import { freeText, RowText } from '~/ui/free-text'
import { SAME_PAGE } from '~/ui/open-again'
import { Picture, pictureUrl } from '~/ui/picture'
import { nameOf } from '~/language/names'
import { categoryUrl } from '~/catalog/category-tree'
import type { ContactInfo } from '~/contact/contact-info'
import type { Settings } from '~/platform/env.server'

export const handle: PageHandle = {
  styles: (_query, found) => {
    const hasWide = (found as { banners: Banner[] } | undefined)?.banners.some(({ wide }) => wide)
    return hasWide ? ['home', 'wideSlide', 'floatingCart'] : ['home', 'floatingCart']
  },
  cachedBy: ['tab', 'slide', 'customer'],
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
  if (!arrivals && !top && !inTab) context.markIncomplete('home without products', true)
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
    testimonials,
    customer: readWholeWithin(parameters.get('customer'), 1, 99) - 1,
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

function cards(page: ProductPage | null): CardView[] | null {
  return page && page.products.map((product) => toCardView(product))
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
      <Testimonials testimonials={home.testimonials} first={home.customer} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: home.structured }} />
    </>
  )
}

/** A full-width band that leads somewhere in the shop, the size finder at first. */
function Editorial({ band: { title, description, link, button, picture } }: { band: ShopBanner }) {
  return (
    <div className="editorial">
      <Picture
        source={picture}
        alt=""
        widths={[320, 480, 640, 800, 1120]}
        // Less than a phone’s width, as in the hero.
        sizes="(min-width:1024px) 50vw, 73vw"
        className=""
      />
      <div className="wrap">
        <h2 {...freeText(title)}>{title}</h2>
        {description ? <p {...freeText(description)}>{description}</p> : null}
        {link ? (
          <a className="button" href={link}>
            {button ?? m.home_have_a_look()}
          </a>
        ) : null}
      </div>
    </div>
  )
}

/** Shown if the categories can't be loaded (HM-46, HM-49 to HM-52). */
const fallback = () => [
  { name: m.home_all_bras(), category: 'Bra' },
  { name: m.home_nightwear(), category: 'Nightwear' },
  { name: m.home_camisole(), category: 'Camisole' },
  { name: m.home_panties(), category: 'Panties' },
]

/** Renders 'Browse by Dress Style'. `styles` is null if they couldn't be loaded. */
function StyleGrid({ styles }: { styles: { name: string; image: string | null }[] | null }) {
  const tiles =
    styles?.map(({ name, image }) => ({ name, category: name, image })) ??
    fallback().map((tile) => ({ ...tile, image: null }))
  return (
    <section className="wrap" aria-labelledby="styles-title">
      <div className="section-head">
        <h2 id="styles-title">{m.home_browse_by_dress_style()}</h2>
      </div>
      {styles === null ? (
        <p className="notice missing">
          {m.home_default_categories()} <a {...SAME_PAGE}>{m.ui_try_again()}</a>
        </p>
      ) : null}
      {tiles.length === 0 ? <p className="muted">{m.home_no_categories_found()}</p> : null}
      <div className="style-grid">
        {tiles.map(({ name, category, image }) => (
          <a
            key={name}
            href={categoryUrl(category)}
            className={image && pictureUrl(image, 320, 'webp') ? undefined : 'no-picture'}
          >
            {image ? <Picture source={image} alt="" sizes="(min-width:600px) 24vw, 44vw" className="" /> : null}
            <span>
              <RowText text={nameOf('category', name)} />
            </span>
          </a>
        ))}
      </div>
    </section>
  )
}

/** Returns the structured data (schema.org) of the shop, for the home page. */
function shopData(
  { BRAND_NAME: name, PUBLIC_URL: origin }: Pick<Settings, 'BRAND_NAME' | 'PUBLIC_URL'>,
  { email, phone, address }: ContactInfo,
): string {
  const ways = { ...(email ? { email } : {}), ...(phone ? { telephone: phone } : {}) }
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    ...(address ? { address } : {}),
    ...(email || phone ? { contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', ...ways } } : {}),
  })
}
