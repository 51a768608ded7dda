import type { EntryContext } from '@remix-run/node'
import { z } from 'zod'
import { HYDRATION_LOADER } from './hydration-loader'

/** What development adds to the manifest: the address of React's refresh runtime. */
const DevManifest = z.object({ hmr: z.object({ runtime: z.string() }).optional() })

/**
 * Returns the script element that brings the client's entry, in place of Remix's `<Scripts>`: no router, no manifest and no data
 * of the page travel, only the areas' props, each before its element (see area.tsx).
 */
export function hydrationScript(context: EntryContext): string {
  const refresh = DevManifest.safeParse(context.manifest).data?.hmr?.runtime
  const hmr = refresh ? ` data-hmr="${refresh}"` : ''
  return `<script data-entry="${context.manifest.entry.module}"${hmr}>${HYDRATION_LOADER}</script>`
}
