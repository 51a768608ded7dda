import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePrograms, installOwnPackages, java } from '../../scripts/programs.ts'
import { everyPageType } from '../support/page-types.ts'

const CHECKER = 'tests/html/node_modules/vnu-jar/build/dist/vnu.jar'
const folder = mkdtempSync(join(tmpdir(), 'pages-'))

beforeAll(() => {
  ensurePrograms(java)
  installOwnPackages('tests/html')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** React closes void elements with a slash, which means nothing in HTML, and the checker doesn't know the newest property of styles. */
const IGNORED = '.*(Trailing slash on void elements|“field-sizing”).*'

/** Returns what the Nu HTML checker finds in pages, by their names. */
function check(pages: Map<string, string>): string[] {
  const names = [...pages.keys()]
  const files = names.map((name, place) => {
    const file = join(folder, `${place}.html`)
    writeFileSync(file, pages.get(name) ?? '')
    return file
  })
  const { stderr } = spawnSync('java', ['-jar', CHECKER, '--format', 'json', '--filterpattern', IGNORED, ...files], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { messages } = JSON.parse(stderr) as { messages: Record<'type' | 'url' | 'message' | 'extract', string>[] }
  return messages.map(
    ({ type, url, message, extract }) => `${names[parseInt(basename(url))]}: ${type}: ${message} ${extract}`,
  )
}

test('the checker finds a mistake', () => {
  const mistake = '<!DOCTYPE html><html lang="en"><title>x</title><p><div></div></p>'
  expect(check(new Map([['mistake', mistake]]))).not.toEqual([])
})

test.each([
  ['English', false],
  ['Urdu', true],
])('every type of page is valid HTML in %s, without warnings', async (_, isUrdu) => {
  const pages = await everyPageType({ isUrdu })
  console.log(`${pages.size} pages checked.`)
  expect(check(new Map([...pages].map(([name, { html }]) => [name, html])))).toEqual([])
})
