import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { MINUTE, SECOND } from '~/platform/time'
import { isSigned, readNotification, urlencode } from './payfast'

const HOSTS = ['www.payfast.co.za', 'sandbox.payfast.co.za', 'w1w.payfast.co.za', 'w2w.payfast.co.za']
const CONFIRM = {
  live: 'https://www.payfast.co.za/eng/query/validate',
  sandbox: 'https://sandbox.payfast.co.za/eng/query/validate',
}

const Verdict = z.object({
  verdict: z.enum(['applied', 'ignored', 'refund', 'duplicate', 'unknown_order', 'wrong_amount']),
  order_id: z.string().optional(),
})

const STATUS = {
  applied: 200,
  ignored: 200,
  refund: 200,
  duplicate: 200,
  unknown_order: 404,
  wrong_amount: 400,
} as const

/** What became of a notification: the HTTP status that the provider gets, and why. */
export interface Reception {
  status: 200 | 400 | 403 | 404 | 503
  verdict: string
}

/**
 * Takes a payment notification: signature, source, merchant, the provider's own confirmation, and in the database, under
 * the order's lock, the amount. 200 only once it is written; 503 asks the provider to try again.
 */
export async function receiveNotification(context: RequestContext, body: string): Promise<Reception> {
  const { settings } = context
  const pairs = readNotification(body)
  if (!pairs) return { status: 400, verdict: 'unreadable' }
  if (!isSigned(pairs, settings.PAYFAST_PASSPHRASE)) return { status: 400, verdict: 'forged' }
  if (!(await isFromProvider(context))) return { status: 403, verdict: 'wrong source' }
  const message = Object.fromEntries(pairs)
  if (message.merchant_id !== settings.PAYFAST_MERCHANT_ID) return { status: 400, verdict: 'wrong merchant' }
  const confirmed = await confirm(context, pairs)
  if (confirmed === null) return { status: 503, verdict: 'not confirmed yet' }
  if (!confirmed) return { status: 400, verdict: 'not confirmed' }
  const { data, error } = await context.backends.operator.rpc('record_payment', { p_message: message })
  if (error) {
    context.log.error({ event: 'notification not recorded', requestId: context.requestId, code: error.code })
    return { status: 503, verdict: 'not recorded' }
  }
  const { verdict } = Verdict.parse(data)
  return { status: STATUS[verdict], verdict }
}

let resolved: { list: BlockList; until: number } | undefined

async function providerAddresses(configured: string | undefined): Promise<BlockList> {
  if (resolved && resolved.until > Date.now()) return resolved.list
  const list = new BlockList()
  const add = (entry: string) => {
    const [address = '', bits] = entry.trim().split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else if (isIP(address)) list.addAddress(address, family)
  }
  if (configured) configured.split(',').forEach(add)
  else
    for (const answers of await Promise.all(HOSTS.map((host) => lookup(host, { all: true }))))
      answers.forEach(({ address }) => add(address))
  resolved = { list, until: Date.now() + 10 * MINUTE }
  return list
}

async function isFromProvider({ settings, clientAddress, log }: RequestContext): Promise<boolean> {
  try {
    const list = await providerAddresses(settings.PAYFAST_SOURCES)
    const isKnown = list.check(clientAddress, isIP(clientAddress) === 6 ? 'ipv6' : 'ipv4')
    if (!isKnown) log.error({ event: 'notification from elsewhere', address: clientAddress })
    return isKnown
  } catch (error) {
    log.error({ event: 'provider not resolved', ...describeError(error) })
    return false
  }
}

/** Asks the provider whether it sent this; null when it can't say now. */
async function confirm({ settings, log }: RequestContext, pairs: [string, string][]): Promise<boolean | null> {
  const body = pairs
    .filter(([key]) => key !== 'signature')
    .map(([key, value]) => `${key}=${urlencode(value)}`)
    .join('&')
  try {
    const answer = await fetch(settings.PAYFAST_VALIDATE_URL ?? CONFIRM[settings.PAYFAST_MODE], {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10 * SECOND),
    })
    if (answer.status >= 500) return null
    return answer.status === 200 && (await answer.text()).trim() === 'VALID'
  } catch (error) {
    log.warn({ event: 'provider did not confirm', ...describeError(error) })
    return null
  }
}
