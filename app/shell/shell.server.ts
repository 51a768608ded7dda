import { z } from 'zod'
import { listCategories } from '~/catalog/catalog.server'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { DEFAULT_FOOTER, footerLink, type FooterColumn } from './footer-links'

const Row = z.object({ section: z.enum(['COMPANY', 'HELP', 'FAQ']), title: z.string() })

/** What surrounds every page: the menu's categories and the footer's columns. Never fails a page. */
export async function readShell(context: RequestContext): Promise<{ categories: string[]; footer: FooterColumn[] }> {
  const [categories, footer] = await Promise.all([
    listCategories(context).catch((error: unknown) => {
      context.log.warn({ event: 'menu without categories', requestId: context.requestId, ...describeError(error) })
      return []
    }),
    listFooter(context).catch((error: unknown) => {
      context.log.warn({ event: 'footer by default', requestId: context.requestId, ...describeError(error) })
      return DEFAULT_FOOTER
    }),
  ])
  return { categories: categories.filter(({ is_home }) => is_home).map(({ name }) => name), footer }
}

function listFooter({ catalogue, backends }: RequestContext): Promise<FooterColumn[]> {
  return catalogue.get('footer', async () => {
    const { data, error } = await backends.anonymous
      .from('footer_pages')
      .select('section, title, display_order')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No footer: ${error.message}`)
    const rows = z.array(Row).parse(data)
    if (rows.length === 0) return DEFAULT_FOOTER
    return (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
      section,
      links: rows.filter((row) => row.section === section).map(({ title }) => footerLink(section, title)),
    }))
  })
}
