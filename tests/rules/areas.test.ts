import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const areas = globSync('app/**/*.area.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('an area’s name is the path of its file', () => {
  expect(areas.length).toBeGreaterThan(10)
  for (const { path, text } of areas) {
    const names = [...text.matchAll(/= area\(\s*'([^']+)'/g)].map(([, name]) => name)
    expect([path, names]).toEqual([path, [path.replace(/^app\/|\.area\.tsx$/g, '')]])
  }
})

test('areas don’t use useId, which isn’t unique across React roots', () => {
  const components = globSync('app/**/*.tsx').filter((path) => /\buseId\(/.test(readFileSync(path, 'utf8')))
  expect(components).toEqual([])
})

test('areas are not nested', () => {
  const names = areas.map(({ path }) => path.split('/').pop()?.replace('.tsx', ''))
  const nested = areas.flatMap(({ path, text }) =>
    names.filter((name) => text.includes(`/${name}'`)).map((name) => `${path} → ${name}`),
  )
  expect(nested).toEqual([])
})
