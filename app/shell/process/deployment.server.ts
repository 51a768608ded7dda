import type { AddressInfo } from 'node:net'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { makeFolder } from '~/platform/cache/file-cache.server'
import { ConfigurationError, listUnset, readSettings, type Settings } from '~/platform/env.server'
import { loadSharp } from '~/platform/images.server'
import { MAIL_LINKS } from '~/account/password/password.server'
import { checkProject, type ProjectNeeds } from '~/platform/supabase/project-check.server'

/** Settings that a shop needs before it opens, although it starts without them. */
const NEEDED: Record<string, string> = {
  CAREERS_EMAIL: 'the address that applications are sent to',
}
/** Settings of parts that are off without them. */
const OPTIONAL: Record<string, string> = {
  GOOGLE_CLIENT_ID: "the client of the shop's Google Cloud project, for the button Sign in with Google",
  GOOGLE_CLIENT_SECRET: "the client's secret",
  VAPID_PRIVATE_KEY: 'the key with which browsers at the desk are told of new orders: npm run push-key',
  RETURN_DAYS: 'how long after the delivery shoppers can ask for a return',
  COURIER_TRACKING_URL: "the courier's tracking page, for links in orders and mails",
}
const listMissing = (settings: Record<string, string>) =>
  listUnset(Object.keys(settings)).map((name) => `${name} is missing: ${settings[name]}`)

/** What a deployment lacks, each in a sentence with its remedy. */
export interface Deployment {
  problems: string[]
  /** Parts that are off. */
  off: string[]
}

/** Checks the settings, the cache folder, the Supabase project, and whether pictures can be made. */
export async function checkDeployment(
  checkRows: ProjectNeeds['checkRows'],
  mayGuestsOrder: (settings: Settings) => Promise<boolean>,
): Promise<Deployment> {
  const settings = trySettings()
  const problems = [
    ...(settings instanceof ConfigurationError
      ? settings.problems
      : [...problemsOfFolder(settings), ...(await checkProject(settings, { mailLinks: MAIL_LINKS, checkRows }))]),
    ...(await checkPictures()),
    ...listMissing(NEEDED),
  ]
  const switches = settings instanceof ConfigurationError ? [] : switchedOff(settings, await mayGuestsOrder(settings))
  return { problems, off: [...listMissing(OPTIONAL), ...switches] }
}

const modeOfCards = ({ PAYMENT_PROVIDER: provider, PAYFAST_MODE, GOPAYFAST_MODE }: Settings) =>
  ({ payfast: PAYFAST_MODE, gopayfast: GOPAYFAST_MODE })[provider]

const GUESTS_OFF = 'Guests can’t order, only people with an account: /desk/settings/guests'
const CARDS_OFF = 'PAYFAST_MODE and GOPAYFAST_MODE are off: orders are paid in cash only'

function switchedOff(settings: Settings, mayGuestsOrder: boolean): string[] {
  return [...(mayGuestsOrder ? [] : [GUESTS_OFF]), ...(modeOfCards(settings) === 'off' ? [CARDS_OFF] : [])]
}

/** Makes the cache folder, and writes to it. Returns a sentence if that fails: the shop then serves without a cache of pictures. */
export function problemsOfFolder({ SHOP_CACHE }: Pick<Settings, 'SHOP_CACHE'>): string[] {
  try {
    makeFolder(SHOP_CACHE)
    const trial = join(SHOP_CACHE, `trial-${process.pid}`)
    writeFileSync(trial, '')
    rmSync(trial)
    return []
  } catch (error) {
    const reason = (error as Error).message.split(',', 1)[0]
    return [
      `SHOP_CACHE has to be a folder that can be written, not ${SHOP_CACHE} (${reason}): choose another, or its owner`,
    ]
  }
}

/** Returns the fields of the line that a process logs once it listens: where, its version, and what is on. */
export function startedWith(settings: Settings, bound: AddressInfo | string | null): Record<string, string | number> {
  const address = typeof bound === 'object' && bound ? `${bound.address} port ${bound.port}` : String(bound)
  const isOn = (value: unknown) => (value ? 'on' : 'off')
  const cards = modeOfCards(settings)
  return {
    event: 'started',
    address,
    version,
    publicUrl: settings.PUBLIC_URL,
    cards: cards === 'off' ? 'off' : `${settings.PAYMENT_PROVIDER} ${cards}`,
    postex: settings.POSTEX_MODE,
    google: isOn(settings.GOOGLE_CLIENT_ID),
    returns: settings.RETURN_DAYS ? `${settings.RETURN_DAYS} days` : 'off',
    tracking: isOn(settings.COURIER_TRACKING_URL),
    redis: isOn(settings.REDIS_URL),
    metrics: settings.METRICS_PORT ?? 'off',
    proxies: settings.TRUST_PROXY_HOPS,
  }
}

/** The shop would start without sharp, and fail at its first picture. */
async function checkPictures(): Promise<string[]> {
  try {
    await loadSharp()
    return []
  } catch (error) {
    return [`Pictures can't be made: install sharp for this system (${(error as Error).message.split('\n', 1)[0]})`]
  }
}

function trySettings(): Settings | ConfigurationError {
  try {
    return readSettings()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
}
