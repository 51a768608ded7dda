import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../sandbox/running.ts'

/** `npm run reset`: deletes the sandbox's data, so that the next start begins with the seeds. */
const folder = process.env.SHOP_DATA ?? '.shop'
const lock = join(folder, 'lock')
const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
if (holder && isRunning(holder)) {
  console.error(`The shop is running on ${folder} (process ${holder}). Stop it first.`)
  process.exit(1)
}
rmSync(folder, { recursive: true, force: true })
console.log(`${folder} is gone; the next npm start starts with the seeds.`)
