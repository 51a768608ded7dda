import { authService } from './auth.ts'
import { json } from './auth-responses.ts'
import { edgeFunctions } from './edge-functions.ts'
import type { Gateway } from './gateway-parts.ts'
import type { OpenSupabase } from './open.ts'
import { storageService } from './storage.ts'

/** The paths forwarded to lite; its studio, admin and system pages are not reachable. */
const FORWARDED_PATHS = /^\/rest\/v1(\/|$)/

/** Returns the project's API gateway: REST, Auth, Storage and Functions, with the hosted service's behaviour. */
export async function gateway(
  open: OpenSupabase,
  settings: Gateway['settings'],
): Promise<(request: Request) => Promise<Response>> {
  const shared: Gateway = {
    settings,
    query: (sql, parameters = []) =>
      open.exclusively(async (database) => (await database.query(sql, parameters)).rows as never[]),
    lite: async (request) => open.app.fetch(request),
  }
  const auth = authService(shared)
  const storage = storageService(open, settings)
  const invoke = await edgeFunctions(settings.functionSettings)

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/v1')) return auth(request)
    if (pathname.startsWith('/storage/v1/')) return storage(request)
    if (pathname.startsWith('/functions/v1/')) return invoke(request)
    if (!FORWARDED_PATHS.test(pathname)) return json(404, { message: 'no Route matched with those values' })
    return malformedToken(request) ?? singleObject(request, await shared.lite(quoteNumerals(request)))
  }
}

/** Refuses a token that is neither a key nor a JWT. Lite would take its bearer for anonymous; PostgREST doesn't. */
function malformedToken(request: Request): Response | null {
  const [, token = 'sb_'] = /^Bearer (.*)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const parts = token.split('.').length
  if (token.startsWith('sb_') || parts === 3) return null
  const message = `Expected 3 parts in JWT; got ${parts}`
  return json(401, { code: 'PGRST301', details: null, hint: null, message })
}

/** Quotes values like `eq.+923001234567`. Lite reads them as numbers and loses the sign; PostgREST uses the column's type. */
function quoteNumerals(request: Request): Request {
  const url = new URL(request.url)
  const search = new URLSearchParams(
    [...url.searchParams].map(([name, value]) => [name, value.replace(/^(eq|neq)\.(\+\d+|0\d+)$/, '$1."$2"')]),
  )
  if (search.toString() === url.searchParams.toString()) return request
  url.search = search.toString()
  return new Request(url, request)
}

/** For an insert or update with an embed and `.single()`, lite returns an array; PostgREST returns the object or PGRST116. */
async function singleObject(request: Request, response: Response): Promise<Response> {
  const wantsObject = request.headers.get('accept')?.includes('vnd.pgrst.object')
  if (!wantsObject || request.method === 'GET' || !response.ok) return response
  const body = await response.json()
  if (!Array.isArray(body)) return json(response.status, body)
  if (body.length === 1) return json(response.status, body[0])
  return json(406, {
    code: 'PGRST116',
    details: `The result contains ${body.length} rows`,
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  })
}
