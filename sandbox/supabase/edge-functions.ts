import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { json } from './auth-responses.ts'
import { SUPABASE_FOLDER } from './migrate.ts'

type Handler = (request: Request) => Response | Promise<Response>

/**
 * Runs the functions of `supabase/functions`, which are written for Deno. They use only `Deno.serve` and `Deno.env.get`, which
 * are provided here.
 */
export async function edgeFunctions(settings: Record<string, string>): Promise<Handler> {
  const handlers = new Map<string, Handler>()
  const folder = join(SUPABASE_FOLDER, 'functions')
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('_')) continue
    Object.assign(globalThis, {
      Deno: {
        serve: (handler: Handler) => handlers.set(entry.name, handler),
        env: { get: (name: string) => settings[name] },
      },
    })
    await import(join(folder, entry.name, 'index.ts'))
  }
  return async (request) => {
    const name = new URL(request.url).pathname.split('/')[3] ?? ''
    const handler = handlers.get(name)
    return handler ? handler(request) : json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' })
  }
}
