import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HYDRATION_LOADER } from '../../app/platform/hydration/hydration-loader.ts'

const areas = globSync('app/*/*.area.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('an area’s name is the path of its file, by which the browser finds it', () => {
  expect(areas.length).toBeGreaterThan(10)
  for (const { path, text } of areas) {
    const names = [...text.matchAll(/= area\(\s*'([^']+)'/g)].map(([, name]) => name)
    expect([path, names]).toEqual([path, [path.replace(/^app\/|\.area\.tsx$/g, '')]])
  }
})

test('areas use no ids of React’s making: a root of its own counts anew', () => {
  const components = globSync('app/**/*.tsx').filter((path) => /\buseId\(/.test(readFileSync(path, 'utf8')))
  expect(components).toEqual([])
})

test('no area stands within another: their roots would fight for the element', () => {
  const names = areas.map(({ path }) => path.split('/').pop()?.replace('.tsx', ''))
  const nested = areas.flatMap(({ path, text }) =>
    names.filter((name) => text.includes(`/${name}'`)).map((name) => `${path} → ${name}`),
  )
  expect(nested).toEqual([])
})

test('the inline script is constant and parses: nothing of a page is in it', () => {
  expect(HYDRATION_LOADER).not.toMatch(/\$\{|<\//)
  expect(() => new Function(HYDRATION_LOADER.replaceAll('import(', 'load('))).not.toThrow()
})
