import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Returns what axe finds in a page, and by how much the page is wider than its window. Axe itself needs JavaScript in the page. Rules
 * that misjudge the page can be left out.
 */
export async function accessibilityFindings(page: Page, leftOut: string[] = []): Promise<string[]> {
  // Frames are left out: the only one, a mail's preview at the desk, lets no scripts run. Legacy mode takes a third of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], iframes: false })
    .disableRules(leftOut)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...(await overflowFindings(page)),
  ]
}

/** Returns by how much the page is wider than its window, if it is. Works without JavaScript in the page. */
export async function overflowFindings(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`${overflow} px wider than the window`] : []
}
