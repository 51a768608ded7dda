import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Settings that load memory-probe.ts into a process. */
export const MEMORY_PROBE = {
  NODE_OPTIONS: `--import ${new URL('memory-probe.ts', import.meta.url).href}`,
}

/** Returns the resident memory of a process in megabytes; 0 if it has exited. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Returns the processor time in seconds that a process has used since it started; 0 where there is no /proc. */
export function processorSeconds(pid: number | undefined): number {
  try {
    // Fields 14 and 15 of proc(5): user and system time in hundredths of a second. The name before them may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

/** Returns the memory in megabytes that a process with the probe uses after a full garbage collection. */
export function usedMemory(child: ChildProcess): Promise<{ heap: number; external: number; rss: number }> {
  return new Promise((resolve, reject) => {
    const hear = (message: { memory?: NodeJS.MemoryUsage }) => {
      if (!message.memory) return
      child.off('message', hear)
      child.off('exit', gone)
      const { heapUsed, external, rss } = message.memory
      resolve({ heap: heapUsed / 2 ** 20, external: external / 2 ** 20, rss: rss / 2 ** 20 })
    }
    const gone = () => reject(new Error('The process ended.'))
    child.on('message', hear)
    child.once('exit', gone)
    child.send({ probe: true })
  })
}

/** Samples the resident memory of a process in megabytes every second until it is stopped. */
export function watchMemory(child: () => ChildProcess): { samples: number[]; stop: () => void } {
  const samples: number[] = []
  const timer = setInterval(() => {
    const megabytes = residentMegabytes(child().pid)
    if (megabytes > 0) samples.push(megabytes)
  }, 1_000)
  timer.unref()
  return { samples, stop: () => clearInterval(timer) }
}

export function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
}
