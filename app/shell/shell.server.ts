import { z } from 'zod'
import { listCurrentBanners } from '~/catalog/banners.server'
import { listCategories } from '~/catalog/catalog.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { textOf, translations } from '~/language/translated'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { announcementOf, type Announcement } from './announcement'
import { defaultFooter, footerLink, type FooterColumn } from './footer-links'

const footerRowSchema = z.object({ section: z.enum(['COMPANY', 'HELP', 'FAQ']), title: z.string(), translations })

/** Reads the data of header and footer. Missing parts don't fail the page. */
export async function readShell(
  context: Needs<'backends' | 'catalogue' | Reporting>,
): Promise<{ categories: string[]; footer: FooterColumn[]; announcement: Announcement | null }> {
  const [categories, footer, banners, delivery] = await Promise.all([
    attempt(context, 'menu without categories', () => listCategories(context)),
    attempt(context, 'footer by default', () => listFooter(context)),
    attempt(context, 'announcement by default', () => listCurrentBanners(context)),
    readDeliveryTerms(context),
  ])
  return {
    categories: categories?.filter(({ is_home }) => is_home).map(({ name }) => name) ?? [],
    footer: footer ?? defaultFooter(),
    announcement: announcementOf(banners, delivery),
  }
}

function listFooter({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<FooterColumn[]> {
  return catalogue.get('footer', async () => {
    const { data, error } = await backends.anonymous
      .from('footer_pages')
      .select('section, title, display_order, translations')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No footer: ${error.message}`, { cause: error })
    const rows = z.array(footerRowSchema).parse(data)
    if (rows.length === 0) return defaultFooter()
    return (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
      section,
      links: rows
        .filter((row) => row.section === section)
        .map((row) => ({ ...footerLink(section, row.title), title: textOf(row, 'title') })),
    }))
  })
}
