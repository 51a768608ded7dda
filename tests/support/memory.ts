import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Loads memory-probe.ts into a process that is started with these settings. */
export const MEMORY_PROBE = {
  NODE_OPTIONS: `--import ${new URL('memory-probe.ts', import.meta.url).href}`,
}

/** The resident memory of a process in megabytes; 0 when it is gone. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** What a process with the probe holds after a full garbage collection, in megabytes. */
export function heldMemory(child: ChildProcess): Promise<{ heap: number; external: number; rss: number }> {
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

/** Samples the resident memory of a process every second until it is stopped; megabytes. */
export function watchMemory(child: () => ChildProcess): { samples: number[]; stop: () => void } {
  const samples: number[] = []
  const timer = setInterval(() => {
    const megabytes = residentMegabytes(child().pid)
    if (megabytes > 0) samples.push(megabytes)
  }, 1_000)
  timer.unref()
  return { samples, stop: () => clearInterval(timer) }
}
