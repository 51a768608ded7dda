import type { TestProject } from 'vitest/node'
import { serviceBackend } from './orders.ts'
import { startShop, warmUp } from './running-shop.ts'

/** One shop for all tests over HTTP; each test creates its users. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShop()
  await setStock(shop.sandbox.settings)
  await warmUp(shop)
  project.provide('shopUrl', shop.url)
  project.provide('sandbox', shop.sandbox.settings)
  return () => shop.stop()
}

/** The stock of the product that most tests order must last for all of them. */
async function setStock(settings: Record<string, string>): Promise<void> {
  const serviceClient = serviceBackend(settings)
  const { data } = await serviceClient.from('products').select('id').eq('slug', 'guest-robe').single()
  const { error } = await serviceClient
    .from('product_variants')
    .update({ stock: 9_000 })
    .eq('product_id', data?.id ?? '')
  if (error) throw error
}

declare module 'vitest' {
  export interface ProvidedContext {
    shopUrl: string
    sandbox: Record<string, string>
  }
}
