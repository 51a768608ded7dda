import type { EntryContext } from '@remix-run/node'
import { z } from 'zod'
import { HYDRATION_LOADER } from './hydration-loader'

/** In development the manifest also has the URL of React's refresh runtime. */
const devManifestSchema = z.object({ hmr: z.object({ runtime: z.string() }).optional() })

/**
 * Returns the script element that loads the client entry. It replaces Remix's `<Scripts>`: pages have no client router, manifest or
 * loader data, only the props of their areas (area.tsx).
 */
export function hydrationScript(context: EntryContext): string {
  const refresh = devManifestSchema.safeParse(context.manifest).data?.hmr?.runtime
  const hmr = refresh ? ` data-hmr="${refresh}"` : ''
  return `<script data-entry="${context.manifest.entry.module}"${hmr}>${HYDRATION_LOADER}</script>`
}
