import { startShop } from '../support/running-shop.ts'

/** One shop for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const shop = await startShop()
  process.env.SHOP_URL = shop.url
  process.env.SHOP_MAILBOX = shop.sandbox.settings.MAILBOX_URL
  process.env.SHOP_BACKEND = shop.sandbox.settings.SUPABASE_URL
  process.env.SHOP_BACKEND_KEY = shop.sandbox.settings.SUPABASE_SECRET_KEY
  return () => shop.stop()
}
