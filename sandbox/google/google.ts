import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { escapeHtml, page } from '../html.ts'

export interface GoogleSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** The accounts to choose from. */
const PEOPLE = [
  { sub: 'google-1001', name: 'Rabia Aslam', email: 'rabia@example.com', email_verified: true },
  { sub: 'google-1002', name: 'Ayesha Khan', email: 'ayesha@example.com', email_verified: true },
  { sub: 'google-1003', name: 'Unverified Person', email: 'unverified@example.com', email_verified: false },
  { sub: 'google-1004', name: 'Hina Javed', email: 'hina.javed@example.com', email_verified: true },
]

interface Grant {
  person: (typeof PEOPLE)[number]
  nonce: string | null
  challenge: string | null
  redirectUri: string
}

/** Returns a stand-in for Google's OpenID provider, where a test chooses an account or cancels. */
export async function google(settings: GoogleSettings): Promise<(request: Request) => Promise<Response>> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'sandbox', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  function authorize(url: URL): Response {
    const redirect = new URL(url.searchParams.get('redirect_uri') ?? 'about:blank')
    const choice = url.searchParams.get('as')
    redirect.searchParams.set('state', url.searchParams.get('state') ?? '')
    if (choice === 'cancel') {
      redirect.searchParams.set('error', 'access_denied')
      return Response.redirect(redirect, 302)
    }
    const person = PEOPLE.find(({ sub }) => sub === choice)
    if (!person) return chooser(url)
    const code = randomUUID()
    codes.set(code, {
      person,
      nonce: url.searchParams.get('nonce'),
      challenge: url.searchParams.get('code_challenge'),
      redirectUri: url.searchParams.get('redirect_uri') ?? '',
    })
    redirect.searchParams.set('code', code)
    return Response.redirect(redirect, 302)
  }

  async function token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = form.get('client_id') === settings.clientId && form.get('client_secret') === settings.clientSecret
    if (
      !grant ||
      !isClient ||
      grant.redirectUri !== form.get('redirect_uri') ||
      (grant.challenge && grant.challenge !== verifier)
    ) {
      return Response.json({ error: 'invalid_grant', error_description: 'Bad Request' }, { status: 400 })
    }
    const accessToken = randomUUID()
    tokens.set(accessToken, grant)
    const idToken = await new SignJWT({ ...grant.person, ...(grant.nonce ? { nonce: grant.nonce } : {}) })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .setIssuer(settings.issuer)
      .setAudience(settings.clientId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
    return Response.json({
      access_token: accessToken,
      id_token: idToken,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid email profile',
    })
  }

  return async (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/authorize') return authorize(url)
    if (url.pathname === '/token' && request.method === 'POST') return token(request)
    if (url.pathname === '/keys') return Response.json({ keys: [key] })
    if (url.pathname === '/userinfo') {
      const grant = tokens.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
      return grant ? Response.json(grant.person) : Response.json({ error: 'invalid_token' }, { status: 401 })
    }
    return page('Not found', '<h1>Not found</h1>', 404)
  }
}

function chooser(url: URL): Response {
  const fields = [...url.searchParams]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const buttons = PEOPLE.map(
    ({ sub, name, email }) => `<p><button name="as" value="${sub}">${name} (${email})</button></p>`,
  ).join('')
  return page(
    'Google sandbox',
    `<h1>Choose an account</h1><form action="/authorize">${fields}${buttons}<p><button name="as" value="cancel">Cancel</button></p></form>`,
  )
}
