import { parseArgs } from 'node:util'
import { measureBoundedLoad } from './bounded-load.ts'
import { measurePages } from './pages.ts'
import { printTable } from './table.ts'
import { measureWeights } from './weights.ts'

/**
 * `npm run measure -- shop`: weights as a browser receives them, throughput compared with a bare Node server, and memory under a bounded
 * load. The load generator runs on the same cores, so ratios are more meaningful than absolute numbers.
 *
 *   npm run measure -- shop weights | pages | load    runs one part
 *   --seconds 60                               duration of the bounded load
 */
const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' } },
  allowPositionals: true,
})
const parts = {
  weights: measureWeights,
  pages: measurePages,
  load: () => measureBoundedLoad(Number(values.seconds)),
}
const rows = []
for (const [name, measure] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) rows.push(...(await measure()))
console.log('\nRequests a second are responses of 200 only.')
printTable(rows)
