import type { ChildProcess } from 'node:child_process'
import { load } from '../bench/generator.ts'
import { processorSeconds } from './memory.ts'
import { median } from './median.ts'

interface Running {
  url: string
  process: ChildProcess
}

/** The least share of a fresh process's pages with which a process counts as not aged. */
export const YOUNG = 0.95

const ROUNDS = 5
const SECONDS = 4
/** A fresh process compiles what it runs often during its first seconds under load. */
const ROUNDS_TO_WARM = 3

/**
 * Returns how many cached pages a process that has lived serves in the processor time in which a fresh one of the same build serves one. In
 * turns, and by processor time, so that a busy machine makes no difference.
 */
export async function youthOf(lived: Running, fresh: Running): Promise<number> {
  for (let round = 0; round < ROUNDS_TO_WARM; round += 1) for (const each of [fresh, lived]) await pageSeconds(each)
  const shares: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) shares.push((await pageSeconds(fresh)) / (await pageSeconds(lived)))
  return median(shares)
}

/** Returns the processor time in seconds that a cached page takes, with 50 connections. */
async function pageSeconds({ url, process }: Running): Promise<number> {
  const before = processorSeconds(process.pid)
  const perSecond = await load(`${url}/`, 50, {}, SECONDS)
  return (processorSeconds(process.pid) - before) / (perSecond * SECONDS)
}
