import type { MetaDescriptor } from '@remix-run/node'
import { currentLanguage } from '~/language/current'
import { addressIn, LANGUAGES } from '~/language/languages'
import { DEFAULT_BRAND } from '~/platform/text'
import { SHARED_SIZE } from './picture'

/** The arguments of a route's `meta` that are needed here. */
export interface PageArgs {
  matches: readonly { id: string; data?: unknown }[]
}

interface MetaOptions {
  description?: string
  /** Keeps the page out of search engines. */
  hidden?: boolean
  /** For a page that is indexed and shared: its canonical path, and its picture. */
  shared?: { page: PageArgs; path: string; product?: { picture: string | null } }
}

const SHOP_PICTURE = '/share.jpg'
const SHOP_PICTURE_SIZE = [1200, 630] as const

/** Returns a page's title, description and tags for search engines and sharing sites. */
export function pageMeta(title: string, { description, hidden = false, shared }: MetaOptions = {}): MetaDescriptor[] {
  const { origin, brand } = shopOf(shared?.page)
  const full = title === DEFAULT_BRAND ? title : `${title} | ${DEFAULT_BRAND}`
  return [
    { title: full },
    ...(description ? [{ name: 'description', property: 'og:description', content: description }] : []),
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(shared && origin ? sharingMeta(title, { origin, brand }, shared) : []),
  ]
}

function sharingMeta(
  title: string,
  { origin, brand }: { origin: string; brand: string },
  { path, product }: NonNullable<MetaOptions['shared']>,
): MetaDescriptor[] {
  const picture = product?.picture ?? null
  const [width, height] = picture ? [SHARED_SIZE, SHARED_SIZE] : SHOP_PICTURE_SIZE
  const language = currentLanguage()
  const og = (name: string, content: string | number) => ({ property: `og:${name}`, content: String(content) })
  return [
    { tagName: 'link', rel: 'canonical', href: origin + addressIn(language, path) },
    ...LANGUAGES.map((hrefLang) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang,
      href: origin + addressIn(hrefLang, path),
    })),
    og('title', title),
    og('type', product ? 'product' : 'website'),
    og('site_name', brand),
    og('url', origin + addressIn(language, path)),
    og('image', origin + (picture ?? SHOP_PICTURE)),
    og('image:width', width),
    og('image:height', height),
  ]
}

/** Returns the shop's origin and name from the root loader. The origin is empty if that failed. */
function shopOf(page: PageArgs | undefined): { origin: string; brand: string } {
  const data = page?.matches.find(({ id }) => id === 'root')?.data
  const read = (name: string) =>
    typeof data === 'object' && data !== null && name in data ? String(Reflect.get(data, name)) : ''
  return { origin: read('origin'), brand: read('brand') || DEFAULT_BRAND }
}
