import { z } from 'zod'
import { authService } from './auth.ts'
import { json } from './auth-answers.ts'
import { edgeFunctions } from './edge-functions.ts'
import type { IdProvider } from './id-token.ts'
import type { OpenSupabase, SupabaseSettings } from './open.ts'

/** One statement of the sandbox's own, in its turn. */
export type Query = <Row = Record<string, unknown>>(sql: string, parameters?: unknown[]) => Promise<Row[]>

/** What the parts of the gateway share. */
export interface Gateway {
  query: Query
  lite: (request: Request) => Promise<Response>
  settings: SupabaseSettings & { idProviders: Record<string, IdProvider>; functionSettings: Record<string, string> }
}

/** The doors of a hosted project; lite's studio, admin and system pages stay shut. */
const OPEN = /^\/(rest|storage)\/v1(\/|$)/

/** The project's one address: REST, Auth, Storage and Functions, as the hosted service answers. */
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
  const invoke = await edgeFunctions(settings.functionSettings)

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/v1')) return auth(request)
    if (pathname.startsWith('/functions/v1/')) return invoke(request)
    if (!OPEN.test(pathname)) return json(404, { message: 'no Route matched with those values' })
    const answer = await shared.lite(quoteNumerals(request))
    if (request.method === 'POST' && pathname.startsWith('/storage/v1/object/sign/')) return signedUrl(answer)
    return singleObject(request, answer)
  }
}

/** Lite reads `eq.+923001234567` as a number, which loses the sign; PostgREST reads every value as text of the column's type. */
function quoteNumerals(request: Request): Request {
  const url = new URL(request.url)
  const search = new URLSearchParams(
    [...url.searchParams].map(([name, value]) => [name, value.replace(/^(eq|neq)\.(\+\d+|0\d+)$/, '$1."$2"')]),
  )
  if (search.toString() === url.searchParams.toString()) return request
  url.search = search.toString()
  return new Request(url, request)
}

const Signed = z.object({ signedUrl: z.string() })

/** Lite names a signed link otherwise than Storage does, whose `signedURL` begins behind `/storage/v1`. */
async function signedUrl(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const { signedUrl: link } = Signed.parse(await answer.json())
  return json(answer.status, { signedURL: link.replace('/storage/v1', '') })
}

/** Lite answers insert or update with an embed and `.single()` by an array; PostgREST by the object, or by PGRST116. */
async function singleObject(request: Request, answer: Response): Promise<Response> {
  const wantsObject = request.headers.get('accept')?.includes('vnd.pgrst.object')
  if (!wantsObject || request.method === 'GET' || !answer.ok) return answer
  const body = await answer.json()
  if (!Array.isArray(body)) return json(answer.status, body)
  if (body.length === 1) return json(answer.status, body[0])
  return json(406, {
    code: 'PGRST116',
    details: `The result contains ${body.length} rows`,
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  })
}
