import { bodyOf, bufferResponse } from '../response/encoding.server'
import { networkOf } from '../client-address.server'
import type { Metrics } from '../metrics.server'
import type { Slots } from '../slots.server'
import { refuse, type Step } from '../step.server'
import { shopPath } from '../../text'
import { isMultipart, readForm, readRaw } from './read-body.server'
import { crossOriginProblem, type FormTokens, mayHideOrigin, NO_ORIGIN } from './same-origin.server'

/**
 * Opens the page by GET that another site's form leads to: browsers send no SameSite cookie with such a post. What was posted isn't read.
 */
export const openByGet: Step = async (c, next) => {
  if (c.req.method !== 'POST' || !c.get('route').opensByGet) return next()
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(shopPath(pathname + search), 303)
}

/** Refuses a post from another site. Without an origin, `formProof` decides. */
export function sameOrigin(publicUrl: string, metrics: Metrics): Step {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const problem = crossOriginProblem(c.req.raw, publicUrl)
    c.set('hasNoOrigin', problem === NO_ORIGIN)
    if (problem === null || problem === NO_ORIGIN) return next()
    metrics.refusals.inc({ reason: problem })
    return refuse(c, 403)
  }
}

/** Adds a token to each form of a page, for clients that send no Origin. */
export function formTokens(tokens: FormTokens): Step {
  return async (c, next) => {
    const client = await tokens.clientOf(c.req.header('cookie'))
    c.set('formClient', client)
    await next()
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html') === true
    if (client === null || !isPage || c.req.method === 'HEAD') return
    const page = tokens.addTo((await bodyOf(c.res)).toString(), client)
    const { status, headers } = c.res
    headers.delete('Content-Length')
    c.res = undefined
    c.res = bufferResponse(page, { status, headers })
  }
}

/** Reads the posted body before a slot is taken, so that slow clients don't hold slots. */
export function boundedBody(slots: Slots): Step {
  return async (c, next) => {
    const { headers, body } = c.req.raw
    if (c.req.method !== 'POST') return next()
    if (c.get('route').isWebhook) c.set('raw', await readRaw(headers, body))
    else if (isMultipart(headers)) {
      c.set('form', await slots.run(networkOf(c.get('address')), () => readForm(headers, body)))
    } else c.set('form', await readForm(headers, body))
    return next()
  }
}

/** Refuses a post without an origin, unless the form has this client's token. */
export function formProof(tokens: FormTokens, metrics: Metrics): Step {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const client = c.get('formClient')
    const hasToken = tokens.takeToken(client, c.get('form') ?? new FormData())
    let refusal: Response | undefined
    if (c.get('hasNoOrigin') && !hasToken) {
      metrics.refusals.inc({ reason: NO_ORIGIN })
      refusal = refuse(c, 'unproven')
    } else await next()
    const response = refusal ?? c.res
    if (client === null && mayHideOrigin(c.req.raw)) response.headers.append('Set-Cookie', await tokens.newClient())
    return refusal
  }
}
