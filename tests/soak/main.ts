import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hasAged, youthWords } from '../support/age.ts'
import { soak } from './soak.ts'

/**
 * `npm run measure -- soak`: steady shopping at two processes while one of them is killed or stopped and the backend fails. Fails when an
 * accepted order isn't stored exactly once, when an error isn't explained by an injected fault, or when memory grows.
 *
 *   --minutes 15   duration
 *   --rate 20      requests per second
 *   --seed 1       determines the faults and their times; random by default
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
console.log(`Seed ${values.seed}`)
const report = await soak({
  minutes: Number(values.minutes),
  rate: Number(values.rate),
  seed: Number(values.seed),
  log: (line) => console.log(line),
})
const {
  requests,
  perSecond,
  accepted,
  unanswered,
  explained,
  unexplained,
  wrongOrders,
  memory,
  youth,
  faults,
  ends,
  slowestBackend,
} = report
console.log(`
| Measure | Seen |
|---|---|
| requests | ${requests}, ${perSecond.toFixed(1)} a second |
| broken on purpose | ${JSON.stringify(faults)} |
| SIGTERM to the end | ${ends.join('; ')} |
| orders accepted, each stored once with its items | ${accepted}${wrongOrders.length > 0 ? `, ${wrongOrders.length} WRONG` : ''} |
| attempts that never got a number | ${unanswered} |
| errors that a fault explains | ${JSON.stringify(explained)} |
| errors that none explains | ${unexplained.length} |
| the backend by itself, a trivial read | ${slowestBackend.toFixed(0)} ms at most |
| memory of the process that lived throughout | ${memory.first.toFixed(0)} MB in the first quarter, ${memory.last.toFixed(0)} MB in the last, ${memory.most.toFixed(0)} MB at most: ${memory.isFlat ? 'flat' : 'GROWS'} |
| its cached pages in the processor time of one before | ${youthWords(youth)} |
`)
for (const line of [...wrongOrders, ...unexplained].slice(0, 60)) console.log(`✗ ${line}`)
if (wrongOrders.length > 0 || unexplained.length > 0 || !memory.isFlat || hasAged(youth)) process.exitCode = 1
