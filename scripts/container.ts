import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Copies what serving takes, and nothing else, to the folder given: the build, its pictures, the server. */
const target = process.argv[2]
if (!target) throw new Error('Say where to: node scripts/container.ts FOLDER')
mkdirSync(target, { recursive: true })
for (const part of ['build', 'public', 'server.ts', 'package.json'])
  cpSync(part, join(target, part), { recursive: true })
