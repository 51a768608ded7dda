import type { Locator, Page } from '@playwright/test'

/** What a task took. */
export interface Effort {
  seconds: number
  /** Clicks, and fields that were filled. */
  taps: number
}

/** An operator's hand: counts what it does, by task. */
export class Hand {
  /** By task, in the order of the day. */
  readonly efforts = new Map<string, Effort>()
  #taps = 0

  readonly page: Page
  /** The operator's family of shoppers, whose orders it works on. */
  readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  async task(name: string, work: () => Promise<void>): Promise<void> {
    const [startedAt, before] = [performance.now(), this.#taps]
    await work()
    this.efforts.set(name, { seconds: (performance.now() - startedAt) / 1000, taps: this.#taps - before })
  }

  async tap(target: Locator): Promise<void> {
    this.#taps += 1
    await target.click()
  }

  async press(button: string): Promise<void> {
    await this.tap(this.page.getByRole('button', { name: button, exact: true }))
  }

  async fill(field: string, text: string, within: Page | Locator = this.page): Promise<void> {
    this.#taps += 1
    await within.getByLabel(field, { exact: true }).fill(text)
  }

  async give(field: string, name: string, text: string): Promise<void> {
    this.#taps += 1
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await this.page.getByLabel(field, { exact: true }).setInputFiles(file)
  }

  /** Waits until the page says something. */
  async sees(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** Follows a link of the desk's navigation, which phones fold. */
  async follow(name: string): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Desk' })
    const menu = navigation.getByText(/^Menu/)
    await this.page.waitForLoadState('domcontentloaded')
    if (await menu.isVisible()) await this.tap(menu)
    const link = navigation.getByRole('link', { name, exact: true })
    const path = (await link.getAttribute('href')) ?? ''
    await this.tap(link)
    await this.page.waitForURL((url) => url.pathname === path)
  }

  /** Lists the orders that a search finds, of a status or with something to do. */
  async list(search: string, filter?: ['Waits' | 'Status', string]): Promise<void> {
    await this.follow('Orders')
    await this.fill('Number, name, phone or tracking', search)
    if (filter) {
      // Wide windows show them.
      const folded = this.page.getByText('Filters', { exact: true })
      if (await folded.isVisible()) await this.tap(folded)
      this.#taps += 1
      await this.page.getByLabel(filter[0], { exact: true }).selectOption({ label: filter[1] })
    }
    await this.press('Show')
    await this.page.waitForURL((url) => url.searchParams.get('search') === search)
  }

  async open(orderId: string): Promise<void> {
    await this.list(orderId)
    await this.tap(this.page.getByRole('link', { name: orderId, exact: true }))
    await this.page.waitForURL((url) => url.pathname.endsWith(orderId))
  }

  /** Does something with the order that is open. */
  async change(orderId: string, button: string, done: string): Promise<void> {
    await this.press(button)
    await this.sees(`${done}: ${orderId}.`)
  }
}
