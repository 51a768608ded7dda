import type { ChildProcess } from 'node:child_process'
import { load } from '../bench/generator.ts'
import { processorSeconds } from './memory.ts'
import { median } from './median.ts'

interface Running {
  url: string
  process: ChildProcess
}

/** Cached pages that a process serves in the processor time in which another one of the same build serves one. */
interface Shares {
  lived: number
  control: number
}

/** These shares at the end by those at the start. Two fresh processes of one build differ by up to a fifth, so each is compared with itself. */
export interface Youth {
  lived: number
  /** The same of a process that only waited: how far from 1 it is says how exact this is, which a busy machine changes. */
  control: number
}

const ROUNDS = 12
/** A fresh process compiles what it runs often during its first seconds under load. */
const ROUNDS_TO_WARM = 6
const SECONDS = 2
const TOLERANCE = 0.05

/** Measures a process before it lives, beside two that only wait. Call what it returns afterwards. */
export async function watchYouth(lived: Running, fresh: Running, second: Running): Promise<() => Promise<Youth>> {
  const before = await sharesOf(lived, fresh, second)
  return async () => {
    const after = await sharesOf(lived, fresh, second)
    return { lived: after.lived / before.lived, control: after.control / before.control }
  }
}

/** Measures in turns, by processor time. */
async function sharesOf(lived: Running, fresh: Running, second: Running): Promise<Shares> {
  const shares: Shares[] = []
  for (let round = 0; round < ROUNDS_TO_WARM + ROUNDS; round += 1) {
    const seconds = await pageSeconds(fresh)
    const share = { lived: seconds / (await pageSeconds(lived)), control: seconds / (await pageSeconds(second)) }
    if (round >= ROUNDS_TO_WARM) shares.push(share)
  }
  return { lived: median(shares.map((share) => share.lived)), control: median(shares.map((share) => share.control)) }
}

/** Whether a process has aged, as far as that can be told. */
export function hasAged({ lived, control }: Youth): boolean {
  return Math.abs(1 - control) <= TOLERANCE && lived < 1 - TOLERANCE
}

/** Returns a comparison in words. */
export function youthWords({ lived, control }: Youth): string {
  const doubt = Math.abs(1 - control) <= TOLERANCE ? '' : ': this machine is too busy to say'
  return `${lived.toFixed(2)}, a process that only waited ${control.toFixed(2)} (aim ${1 - TOLERANCE})${doubt}`
}

/** Returns the processor time in seconds that a cached page takes, with 50 connections. */
async function pageSeconds({ url, process }: Running): Promise<number> {
  const before = processorSeconds(process.pid)
  const perSecond = await load(`${url}/`, 50, {}, SECONDS)
  return (processorSeconds(process.pid) - before) / (perSecond * SECONDS)
}
