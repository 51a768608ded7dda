import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

export type Row = [measure: string, seen: string, aim: string]

/** Prints rows as a table, with a description of the machine. */
export function printTable(rows: Row[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  console.log(
    `\n${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, commit ${commit}\n`,
  )
  console.log('| Measure | Seen | Aim |\n|---|---|---|')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
