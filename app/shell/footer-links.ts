export type Section = 'COMPANY' | 'HELP' | 'FAQ'

export interface FooterColumn {
  section: Section
  links: { title: string; to: string }[]
}

/** Lowercased, spaces to hyphens, '&' to 'and', anything else that is no letter or digit removed (document 1, section 9). */
export function footerSlug(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replaceAll('&', 'and')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
}

/** A footer row as a link: `/company/about`, `/help/contact`, `/faq/orders`. */
export function footerLink(section: Section, title: string): { title: string; to: string } {
  return { title, to: `/${section.toLowerCase()}/${footerSlug(title)}` }
}

const TITLES: Record<Section, string[]> = {
  COMPANY: ['About', 'Features', 'Works', 'Career'],
  HELP: ['Contact', 'Delivery Details', 'Terms & Conditions', 'Privacy Policy'],
  FAQ: ['Account', 'Manage Deliveries', 'Orders', 'Payments'],
}

/** The links that show when the database has none (document 1, section 9). */
export const DEFAULT_FOOTER: FooterColumn[] = (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
  section,
  links: TITLES[section].map((title) => footerLink(section, title)),
}))
