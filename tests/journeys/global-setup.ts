import { startShop } from '../support/running-shop.ts'

/** One shop for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const shop = await startShop()
  process.env.SHOP_URL = shop.url
  process.env.SHOP_MAILBOX = shop.sandbox.settings.MAILBOX_URL
  return () => shop.stop()
}
