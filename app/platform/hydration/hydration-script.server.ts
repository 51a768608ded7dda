import type { EntryContext } from '@remix-run/node'
import { z } from 'zod'

/** In development the manifest also has the URL of React's refresh runtime, which has to run before React. */
const devManifestSchema = z.object({ hmr: z.object({ runtime: z.string() }).optional() })

/**
 * Returns the script element that loads the client entry, the hydration loader. It replaces Remix's `<Scripts>`: pages have no client
 * router, manifest or loader data, only the props of their areas (area.tsx). The low priority keeps it behind the pictures.
 */
export function hydrationScript({ manifest }: EntryContext): string {
  const refresh = devManifestSchema.safeParse(manifest).data?.hmr?.runtime
  return [...(refresh ? [refresh] : []), manifest.entry.module]
    .map((url) => `<script type="module" src="${url}" fetchpriority="low"></script>`)
    .join('')
}
