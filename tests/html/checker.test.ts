import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import vnu from 'vnu-jar'
import { everyPageType } from '../support/page-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** React closes void elements with a slash, which means nothing in HTML. */
const REACTS_OWN = '.*Trailing slash on void elements.*'

interface Finding {
  type: string
  url: string
  lastLine: number
  message: string
  extract?: string
}

/** Runs the Nu HTML checker over files; what it found. */
function check(...files: string[]): Finding[] {
  const { stderr, error } = spawnSync(
    'java',
    ['-jar', vnu.toString(), '--format', 'json', '--filterpattern', REACTS_OWN, ...files],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  )
  if (error) throw error
  return (JSON.parse(stderr) as { messages: Finding[] }).messages
}

test('the checker finds a mistake', () => {
  const file = join(folder, 'mistake.html')
  writeFileSync(file, '<!DOCTYPE html><html lang="en"><title>x</title><p><div></div></p>')
  expect(check(file).filter(({ type }) => type === 'error')).not.toEqual([])
})

test.each([
  ['English', false],
  ['Urdu', true],
])('every type of page is valid HTML in %s, without warnings', async (_, isUrdu) => {
  const pages = await everyPageType({ isUrdu })
  const names = new Map<string, string>()
  for (const [name, { html }] of pages) {
    const file = join(folder, `${names.size}.html`)
    writeFileSync(file, html)
    names.set(basename(file), name)
  }
  const found = check(...[...names.keys()].map((file) => join(folder, file)))
  console.log(`${pages.size} pages checked.`)
  expect(
    found.map(({ type, url, message, extract }) => `${names.get(basename(url))}: ${type}: ${message} ${extract}`),
  ).toEqual([])
})
