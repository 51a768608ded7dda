import type { MetaDescriptor } from '@remix-run/node'

/** Title and description of a page; `hidden` keeps it out of search engines. */
export function pageMeta(
  title: string,
  { description, hidden = false, canonical }: { description?: string; hidden?: boolean; canonical?: string } = {},
): MetaDescriptor[] {
  const full = title === 'Chambeli' ? title : `${title} | Chambeli`
  return [
    { title: full },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    { property: 'og:title', content: title },
    ...(canonical
      ? [
          { tagName: 'link' as const, rel: 'canonical', href: canonical },
          { property: 'og:url', content: canonical },
        ]
      : []),
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
