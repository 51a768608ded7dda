import type { TestProject } from 'vitest/node'
import { startShop } from './running-shop.ts'

/** One shop for all tests that speak to it over HTTP; each test brings its own people. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShop()
  project.provide('shopUrl', shop.url)
  project.provide('sandbox', shop.sandbox.settings)
  return () => shop.stop()
}

declare module 'vitest' {
  export interface ProvidedContext {
    shopUrl: string
    sandbox: Record<string, string>
  }
}
