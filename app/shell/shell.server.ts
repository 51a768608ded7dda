import { z } from 'zod'
import { listCategories } from '~/catalog/catalog.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { HOME_COUNTRY } from '~/delivery/countries'
import { priceWords, termsOf } from '~/delivery/terms'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { DEFAULT_FOOTER, footerLink, type FooterColumn } from './footer-links'

const footerRowSchema = z.object({ section: z.enum(['COMPANY', 'HELP', 'FAQ']), title: z.string() })

/** Reads the data of header and footer. Missing parts don't fail the page. */
export async function readShell(
  context: Needs<'backends' | 'catalogue' | Reporting>,
): Promise<{ categories: string[]; footer: FooterColumn[]; deliveryPrice: string | null }> {
  const [categories, footer, delivery] = await Promise.all([
    attempt(context, 'menu without categories', () => listCategories(context)),
    attempt(context, 'footer by default', () => listFooter(context)),
    readDeliveryTerms(context),
  ])
  const home = delivery ? termsOf(delivery, HOME_COUNTRY) : undefined
  return {
    categories: categories?.filter(({ is_home }) => is_home).map(({ name }) => name) ?? [],
    footer: footer ?? DEFAULT_FOOTER,
    deliveryPrice: home ? priceWords(home) : null,
  }
}

function listFooter({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<FooterColumn[]> {
  return catalogue.get('footer', async () => {
    const { data, error } = await backends.anonymous
      .from('footer_pages')
      .select('section, title, display_order')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No footer: ${error.message}`, { cause: error })
    const rows = z.array(footerRowSchema).parse(data)
    if (rows.length === 0) return DEFAULT_FOOTER
    return (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
      section,
      links: rows.filter((row) => row.section === section).map(({ title }) => footerLink(section, title)),
    }))
  })
}
