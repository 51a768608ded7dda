import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the files that the image needs to a folder: the build, which has the public files, the server and its start script. */
const target = process.argv[2]
if (!target) throw new Error('Say where to: node scripts/container.ts FOLDER')
mkdirSync(target, { recursive: true })
const parts = ['build', 'server.ts', 'package.json', 'scripts/container-start.ts', 'scripts/server-flags.ts']
for (const part of parts) cpSync(part, join(target, part), { recursive: true })
symlinkSync('build/client', join(target, 'public'))
