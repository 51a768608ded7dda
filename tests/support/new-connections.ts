import { get } from 'node:http'

/** What browsers accept, so that cached pages are sent as they are stored. */
const BROWSER = { accept: 'text/html', 'accept-encoding': 'br' }

/** The code of what became of a request on a connection of its own: its status, or why it failed. */
function sendOnce(url: string): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, headers: BROWSER }, (response) => {
      response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      response.once('end', () => resolve(response.complete ? String(response.statusCode) : 'cut off'))
      response.resume()
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/** Sends requests one after the other, each on a new connection, until nobody listens there any more. Counts what became of them. */
export async function sendUntilRefused(url: string, clients: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const send = async () => {
    for (let outcome = ''; outcome !== 'ECONNREFUSED'; outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
      outcome = await sendOnce(url)
  }
  await Promise.all(Array.from({ length: clients }, send))
  return outcomes
}
