// Rows and responses of Auth in the shapes of the hosted service.

export interface AuthUser {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  confirmed_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change_sent_at: string | null
  last_sign_in_at: string | null
  banned_until: string | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: string
  updated_at: string
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Returns an error response of Auth; supabase-js reads the code from body and header. */
export function authError(status: number, code: string, message: string): Response {
  return json(status, { code: status, error_code: code, msg: message }, { 'x-sb-error-code': code })
}

/** Returns an error response of OpenID tokens, which has no code. */
export function oauthError(message: string): Response {
  return json(400, { error: 'invalid request', error_description: message })
}

/** The first version of the API whose errors have the code in `code`. Clients name theirs by a header. */
const CODED_ERRORS = '2024-01-01'

/** Returns a response with its error in the form of the version that a request names. */
export async function inAskedForm(request: Request, response: Response): Promise<Response> {
  if (response.ok || (request.headers.get('x-supabase-api-version') ?? '') < CODED_ERRORS) return response
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body?.error_code !== 'string') return response
  const { error_code: code, msg: message, code: _status, ...rest } = body
  return json(
    response.status,
    { code, message, ...rest },
    { 'x-supabase-api-version': CODED_ERRORS, 'x-sb-error-code': code },
  )
}

/** Returns a user as the API shows it, without secrets. */
export function publicUser(user: AuthUser) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: [],
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: false,
  }
}
