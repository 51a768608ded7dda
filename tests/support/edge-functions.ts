import { execFileSync, spawn } from 'node:child_process'
import { ensureDeno } from '../../scripts/programs.ts'
import { freePort } from './free-port.ts'
import { stopProcess } from '../../scripts/sandbox-process.ts'

/** The settings of the functions under test; each test sets MAIL_API_URL. */
export const FUNCTION_SETTINGS = {
  MAIL_API_KEY: 'mail-key-that-stays-secret',
  MAIL_FROM: 'Chambeli <hello@chambeli.example>',
  MAIL_SHOP_ADDRESS: 'hello@chambeli.example',
  SHOP_SECRET_KEY: 'shop-key-that-stays-secret',
}

/** A function of `supabase/functions` in a separate Deno process. */
export interface EdgeFunction {
  call: (body: unknown, headers?: Record<string, string>) => Promise<{ status: number; text: string }>
  log: () => string
  stop: () => Promise<void>
}

/** The Deno binary itself, because npm's launcher doesn't forward signals. */
let program: string | undefined

/** Starts a function like the edge runtime: with network and settings, without files. */
export async function startFunction(name: string, settings: Record<string, string>): Promise<EdgeFunction> {
  program ??= execFileSync(ensureDeno(), ['eval', 'console.log(Deno.execPath())'], { encoding: 'utf8' }).trim()
  const port = await freePort()
  const child = spawn(
    program,
    ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', `supabase/functions/${name}/index.ts`],
    {
      env: {
        ...process.env,
        DENO_NO_UPDATE_CHECK: '1',
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        ...FUNCTION_SETTINGS,
        ...settings,
      },
    },
  )
  let written = ''
  await new Promise<void>((resolve, reject) => {
    const note = (chunk: Buffer) => {
      written += chunk.toString()
      if (written.includes('Listening on')) resolve()
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    child.once('exit', (code) => reject(new Error(`Deno ended with code ${code}: ${written}`)))
  })
  return {
    async call(body, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${port}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: FUNCTION_SETTINGS.SHOP_SECRET_KEY, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    },
    log: () => written,
    stop: () => stopProcess(child),
  }
}
