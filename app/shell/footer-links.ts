import { m } from '~/language/messages'

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

const TITLES: Record<Section, [slugTitle: string, title: () => string][]> = {
  COMPANY: [
    ['About', m.shell_about],
    ['Features', m.shell_features],
    ['Works', m.shell_works],
    ['Career', m.shell_career],
  ],
  HELP: [
    ['Contact', m.shell_contact],
    ['Delivery Details', m.shell_delivery_details],
    ['Returns', m.shell_returns],
    ['Terms & Conditions', m.shell_terms],
    ['Privacy Policy', m.shell_privacy],
  ],
  FAQ: [
    ['Account', m.shell_account],
    ['Manage Deliveries', m.shell_manage_deliveries],
    ['Orders', m.shell_orders],
    ['Payments', m.shell_payments],
  ],
}

export const SECTION_NAMES: Record<Section, () => string> = {
  COMPANY: m.shell_company,
  HELP: m.shell_help_section,
  FAQ: m.shell_faq,
}

/** Returns the footer without rows in the database (FT-16, FT-17, FT-18). */
export function defaultFooter(): FooterColumn[] {
  return (['COMPANY', 'HELP', 'FAQ'] as const).map((section) => ({
    section,
    links: TITLES[section].map(([english, title]) => ({ ...footerLink(section, english), title: title() })),
  }))
}
