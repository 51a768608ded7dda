import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readKeys } from '../sandbox/data-folder.ts'

/**
 * `npm run operator -- mail@shop.pk [--manager] [--remove]`: gives or takes a role at the desk. It changes the project of SUPABASE_URL,
 * or without one the running sandbox, by PORT and SHOP_DATA like `npm start`.
 */
const port = Number(process.env.PORT ?? 3000)
const keys = join(process.env.SHOP_DATA ?? '.shop', 'keys.json')

function sandboxSettings(): Record<string, string> {
  if (process.env.SUPABASE_URL) return {}
  if (!existsSync(keys)) {
    console.error(
      'SUPABASE_URL is not set. Run: set -a; . ./.env; set +a\nFor the sandbox, which isn’t there yet: npm start',
    )
    process.exit(1)
  }
  const { publishableKey, secretKey, sessionSecret } = readKeys(keys)
  return {
    SUPABASE_URL: `http://127.0.0.1:${port + 1}`,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SESSION_SECRET: sessionSecret,
    PUBLIC_URL: `http://localhost:${port}`,
  }
}

const { status } = spawnSync(process.execPath, ['server.ts', '--operator', ...process.argv.slice(2)], {
  env: { ...sandboxSettings(), ...process.env },
  stdio: 'inherit',
})
process.exit(status ?? 1)
