import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run requirements`: lists the requirements of docs/requirements.md that no test cites, by group, and fails if there are any.
 * A test cites a requirement by its ID in the title.
 */
const lines = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- ([A-Z]{2}-\d{2,3}) (.*)$/gm)].map(
  ([, id = '', text = '']) => ({ id, text }),
)
const tests = readdirSync('tests', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(test|spec)\.(tsx?|sql)$|\.test\.sql$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
const pgTap = readdirSync('supabase/tests').map((name) => readFileSync(join('supabase/tests', name), 'utf8'))
const cited = new Set([...tests, ...pgTap].flatMap((text) => text.match(/\b[A-Z]{2}-\d{2,3}\b/g) ?? []))

const groups = Map.groupBy(lines, ({ id }) => id.slice(0, 2))
for (const [group, members] of groups) {
  const uncited = members.filter(({ id }) => !cited.has(id))
  console.log(`${group}  ${members.length - uncited.length} of ${members.length} cited`)
  for (const { id, text } of uncited) console.log(`    ${id} ${text}`)
  if (uncited.length > 0) process.exitCode = 1
}
