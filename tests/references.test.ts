import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) =>
    /\.(tsx?|js|sql|css|md|toml|ya?ml|sh)$|^(Dockerfile|\.env\.example)$|^app\/language\/en\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Every match of a pattern's first group, as "file: match". */
function found(pattern: RegExp, among = files): { path: string; match: string }[] {
  return among.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, match = '']) => ({ path, match })))
}

test('every decision that a file cites has a record', () => {
  const records = new Set(readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4))))
  // Migrations that are released keep their text.
  const others = files.filter(({ path }) => !path.startsWith('supabase/migrations/20260101'))
  const cited = found(
    /\bdecisions?\s+(?:(?:\*|\/\/|--|#)\s+)?(?:records? )?(\d+(?:(?:, | and | to |, and )\d+)*)/gi,
    others,
  ).flatMap(({ path, match }) => match.split(/\D+/).map((number) => ({ path, number: Number(number) })))
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ number }) => !records.has(number))).toEqual([])
})

test('every requirement that a file cites is in docs/requirements.md', () => {
  const requirements = new Set(
    [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- ([A-Z]{2}-\d{2,3}) /gm)].map(([, id]) => id),
  )
  const groups = [...new Set([...requirements].map((id = '') => id.slice(0, 2)))].join('|')
  const cited = found(new RegExp(`\\b((?:${groups})-\\d{2,3})\\b`, 'g'))
  expect(cited.length).toBeGreaterThan(1_000)
  expect(cited.filter(({ match }) => !requirements.has(match))).toEqual([])
})

test('every link of the documents leads to a file, and to a heading of it', () => {
  const documents = files.filter(({ path }) => path.endsWith('.md'))
  const headings = new Map(
    documents.map(({ path, text }) => [
      path,
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
        words
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(/\s/g, '-'),
      ),
    ]),
  )
  const links = found(/\]\((?!https?:|mailto:)([^)\s]+)/g, documents)
  expect(links.length).toBeGreaterThan(20)
  const isBroken = ({ path, match }: { path: string; match: string }) => {
    const [file = '', anchor] = match.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return !existsSync(target) || (anchor !== undefined && headings.get(target)?.includes(anchor) === false)
  }
  expect(links.filter(isBroken)).toEqual([])
})

test('every text that a requirement quotes is in the sources, letter for letter (XX-25)', () => {
  const sources = files
    .filter(({ path }) => /^(app|supabase\/(migrations|seeds|templates|functions))\//.test(path))
    .map(({ text }) => text.replaceAll("''", "'").replaceAll('\\"', '"').replaceAll(/\s+/g, ' '))
    .join('\n')
  const quoted = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- ([A-Z]{2}-\d{2,3}) (.*)$/gm)].flatMap(
    ([, id = '', line = '']) =>
      [...line.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(([, words = '']) => ({ id, words })),
  )
  expect(quoted.length).toBeGreaterThan(250)
  // Numbers and names within a text are filled in.
  const parts = ({ words }: { words: string }) =>
    words.split(/(?:Rs\. )?\{[^}]*\}|\bN\b|\d[\d,]*\+?|\.\.\./).filter((part) => part.trim().length > 2)
  const missing = quoted.filter((text) => parts(text).some((part) => !sources.includes(part.trim())))
  expect(missing.map(({ id, words }) => `${id} ${words}`)).toEqual([
    // The database's message, and how two columns are shown.
    'FT-29 invalid input syntax',
    'PD-32 title: description',
  ])
})
