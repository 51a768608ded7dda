import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { z } from 'zod'
import type { Language } from '~/language/languages'

/** How long Remix waits for a streamed promise, in milliseconds. */
export const streamTimeout = 5_000

/** Renders a document, with `around` around its React tree. It isn't streamed, since late content would stay invisible without JavaScript. */
export async function renderDocument(
  context: EntryContext,
  url: string,
  around: (tree: ReactElement) => ReactElement,
): Promise<string> {
  // Data for Remix's client router, which pages don't load. Areas have their own props.
  await context.serverHandoffStream?.cancel()
  context.serverHandoffStream = undefined
  return renderToString(around(<RemixServer context={context} url={url} abortDelay={streamTimeout} />))
}

/** In development the manifest also has the URL of React's refresh runtime, which has to run before React. */
const devManifestSchema = z.object({ hmr: z.object({ runtime: z.string() }).optional() })

/** The client entries of languages with scripts of their own (vite.config.ts). Development has one for all. */
const ENTRIES = import.meta.env.CLIENT_ENTRIES

/**
 * Returns the script element that loads the client entry, the hydration loader. It replaces Remix's `<Scripts>`: pages have no client
 * router, manifest or loader data, only the props of their areas (area.tsx). The low priority keeps it behind the pictures.
 */
export function hydrationScript({ manifest }: EntryContext, language: Language): string {
  const refresh = devManifestSchema.safeParse(manifest).data?.hmr?.runtime
  return [...(refresh ? [refresh] : []), ENTRIES?.[language] ?? manifest.entry.module]
    .map((url) => `<script type="module" src="${url}" fetchpriority="low"></script>`)
    .join('')
}
