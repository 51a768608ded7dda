import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'

/** How long Remix waits for a streamed promise, in milliseconds. */
export const streamTimeout = 5_000

/** Renders a document. It isn't streamed, since late content would stay invisible without JavaScript. */
export async function renderDocument(context: EntryContext, url: string): Promise<string> {
  // Data for Remix's client router, which pages don't load. Areas have their own props.
  await context.serverHandoffStream?.cancel()
  context.serverHandoffStream = undefined
  return renderToString(<RemixServer context={context} url={url} abortDelay={streamTimeout} />)
}
