import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { askPublicServer, NotPublic } from './ask-server.server'
import type { Settings } from './env.server'
import { HOUR } from './time'

type Keys = Pick<Settings, 'VAPID_PRIVATE_KEY' | 'PUBLIC_URL'>

/** How long a push service keeps a message for a browser that is off, in seconds. */
const TTL = (12 * HOUR) / 1000

/** A browser's subscription, as its push service gave it: where messages go, and the keys that encrypt them (RFC 8030, RFC 8291). */
export interface PushedBrowser {
  endpoint: string
  p256dh: string
  auth: string
}

/** The outcome of an attempt. 'gone' means that the browser takes no messages any more. The problem may be stored and shown. */
export type PushAttempt = { outcome: 'sent' | 'gone' } | { outcome: 'failed'; problem: string }

/** Returns the key by which browsers know the shop (RFC 8292), or null if Web Push is off. */
export function publicPushKey({ VAPID_PRIVATE_KEY: key }: Keys): string | null {
  if (!key) return null
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(key, 'base64url')
  return pair.getPublicKey('base64url')
}

/** Sends a message to a browser, once. The server is one that the browser's owner has named, so it has to be public. */
export async function sendPush(
  settings: Keys,
  { endpoint, p256dh, auth }: PushedBrowser,
  message: object,
  ask = askPublicServer,
): Promise<PushAttempt> {
  const server = new URL(endpoint).host
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: {
          // Push services ask for https or mailto.
          subject: settings.PUBLIC_URL.replace(/^http:/, 'https:'),
          publicKey: publicPushKey(settings) ?? '',
          privateKey: settings.VAPID_PRIVATE_KEY ?? '',
        },
        TTL,
        urgency: 'high',
      },
    )
    const { status, ok } = await ask(endpoint, { types: [], maxBytes: 0, post: { headers, body } })
    if (ok) return { outcome: 'sent' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    return { outcome: 'failed', problem: `${server} responded ${status}.` }
  } catch (error) {
    // No push service has such an address.
    if (error instanceof NotPublic) return { outcome: 'gone' }
    return { outcome: 'failed', problem: `${server} couldn’t be reached, or the browser’s keys are wrong.` }
  }
}
