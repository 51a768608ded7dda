import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Where resized pictures are cached from one run to the next, in one folder. */
const CACHE = '.cache/pictures'

/** What the resized pictures are made from: the originals, the code, and the library's version. */
const SOURCES = [
  ...readdirSync('public/pictures')
    .toSorted()
    .map((name) => join('public/pictures', name)),
  'app/platform/images.server.ts',
  'app/platform/cache/file-cache.server.ts',
  'app/shell/images.route.ts',
  'app/shell/picture-sizes.server.ts',
  'package-lock.json',
]

/**
 * Gives a shop's cache the pictures that earlier runs have resized, which takes 20 seconds of CPU time. After any change of what they
 * are made from it begins empty. Uploaded pictures have new names in each run.
 */
export function shareResizedPictures(shopCache: string): void {
  const hash = createHash('sha256')
  for (const file of SOURCES) hash.update(`${file}\n`).update(readFileSync(file))
  const current = hash.digest('hex').slice(0, 16)
  mkdirSync(join(CACHE, current), { recursive: true })
  for (const folder of readdirSync(CACHE))
    if (folder !== current) rmSync(join(CACHE, folder), { recursive: true, force: true })
  symlinkSync(join(process.cwd(), CACHE, current), join(shopCache, 'pictures'))
}
