import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A memory limit enforced by the kernel, and its statistics. */
export interface MemoryLimit {
  /** What a process joins to be limited. */
  controlGroup: string
  /** The mechanism, for the report. */
  how: string
  /** The maximum charged in megabytes (including file cache), and how many processes were killed. */
  seen: () => { peak: number; killed: number }
  close: () => void
}

const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'

/**
 * Creates a control group with a limit in megabytes, or returns null if this user may not (it needs root). `ulimit` and
 * `prlimit` limit address space instead, of which V8 reserves gigabytes without using them.
 */
export function limitMemory(megabytes: number): MemoryLimit | null {
  const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'))
  const folder = join(isV1 ? V1 : V2, `shop-bench-${process.pid}`)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, isV1 ? 'memory.limit_in_bytes' : 'memory.max'), String(megabytes * 2 ** 20))
  } catch {
    return null
  }
  return {
    controlGroup: folder,
    how: `control group (${isV1 ? 'v1, memory.limit_in_bytes' : 'v2, memory.max'})`,
    seen: () => ({
      peak: Number(read(isV1 ? 'memory.max_usage_in_bytes' : 'memory.peak')) / 2 ** 20,
      killed: Number(/oom_kill (\d+)/.exec(read(isV1 ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0),
    }),
    close: () => rmdirSync(folder),
  }
}
