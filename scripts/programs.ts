import { caddy } from './caddy.ts'
import { chromium, fonts } from './chromium.ts'
import { ensurePrograms } from './debian-package.ts'
import { lynx } from './lynx.ts'
import { postgres } from './postgres.ts'
import { promtool } from './promtool.ts'
import { redis } from './redis.ts'
import { ensureSupabaseCli } from './supabase-cli.ts'
import { listVersions } from './versions.ts'

/** Makes sure that the programs of the gate's tests are installed, and prints their versions: a red run says what was new. */
ensurePrograms(chromium, fonts, redis, postgres, lynx, caddy, promtool)
ensureSupabaseCli()
console.log(listVersions().join('\n'))
