import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Copies what serving takes, and nothing else, to the folder given: the build, its pictures, the server, how it starts. */
const target = process.argv[2]
if (!target) throw new Error('Say where to: node scripts/container.ts FOLDER')
mkdirSync(target, { recursive: true })
const parts = ['build', 'public', 'server.ts', 'package.json', 'scripts/container-start.ts', 'scripts/server-flags.ts']
for (const part of parts) cpSync(part, join(target, part), { recursive: true })
