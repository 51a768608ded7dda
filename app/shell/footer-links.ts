export type Section = 'COMPANY' | 'HELP' | 'FAQ'

export interface FooterColumn {
  section: Section
  links: { title: string; to: string }[]
}

/** Returns the slug of a title (FT-10 to FT-13). */
export function footerSlug(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replaceAll('&', 'and')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
}

/** Returns the link of a footer row, such as `/company/about` or `/faq/orders`. */
export function footerLink(section: Section, title: string): { title: string; to: string } {
  return { title, to: `/${section.toLowerCase()}/${footerSlug(title)}` }
}

const TITLES: Record<Section, string[]> = {
  COMPANY: ['About', 'Features', 'Works', 'Career'],
  HELP: ['Contact', 'Delivery Details', 'Returns', 'Terms & Conditions', 'Privacy Policy'],
  FAQ: ['Account', 'Manage Deliveries', 'Orders', 'Payments'],
}

/** The footer without rows in the database (FT-16, FT-17, FT-18). */
export const DEFAULT_FOOTER: FooterColumn[] = (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
  section,
  links: TITLES[section].map((title) => footerLink(section, title)),
}))
