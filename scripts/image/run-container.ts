import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltImage } from './build-image.ts'
import type { CleanUp } from './clean-up.ts'

/** A user that the image has never heard of. */
export const UNKNOWN_USER = 54_321
/** What compose.yaml gives the shop. */
export const MEMORY_LIMIT = 384 * 2 ** 20

export interface Container {
  /** What its process has written. */
  log: () => string
  isRunning: () => boolean
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  signal: (name: string) => void
  /** Runs a command inside; returns its exit code and what it wrote. */
  run: (command: string[]) => { status: number | null; output: string }
}

/**
 * Starts a command in the image's files as compose.yaml does: read-only but for /tmp, no capabilities, no new privileges, an
 * unknown user, a memory limit. It shares this machine's network, to reach the sandbox on loopback.
 */
export function startContainer(
  folder: string,
  name: string,
  { config, files }: BuiltImage,
  { command = config.Cmd, settings }: { command?: string[]; settings: Record<string, string> },
  cleanUp: CleanUp,
): Container {
  const bundle = join(folder, name)
  const id = `shop-image-check-${process.pid}-${name}`
  const runc = ['--root', join(folder, 'runc')]
  mkdirSync(bundle)
  const environment = [...config.Env, ...Object.entries(settings).map(([key, value]) => `${key}=${value}`)]
  writeFileSync(
    join(bundle, 'config.json'),
    JSON.stringify(specification(id, config.WorkingDir, files, command, environment)),
  )
  cleanUp.add(() => execFileSync('runc', [...runc, 'delete', '--force', id]))
  const child = spawn('runc', [...runc, 'run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  const note = (chunk: Buffer) => (written += chunk.toString())
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  return {
    log: () => written,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended: new Promise((resolve) => child.once('exit', resolve)),
    signal: (signal) => void execFileSync('runc', [...runc, 'kill', id, signal]),
    run(words) {
      const { status, stdout, stderr } = spawnSync('runc', [...runc, 'exec', id, ...words], { encoding: 'utf8' })
      return { status, output: `${stdout}${stderr}` }
    },
  }
}

function specification(id: string, folder: string, files: string, command: string[], environment: string[]) {
  const mount = (destination: string, type: string, ...options: string[]) => ({
    destination,
    type,
    source: type,
    options: ['nosuid', 'noexec', ...options],
  })
  return {
    ociVersion: '1.0.2',
    hostname: 'shop',
    root: { path: files, readonly: true },
    process: {
      args: command,
      cwd: folder,
      env: environment,
      user: { uid: UNKNOWN_USER, gid: UNKNOWN_USER },
      capabilities: { bounding: [], effective: [], permitted: [], ambient: [], inheritable: [] },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      mount('/dev', 'tmpfs', 'mode=755', 'size=64k'),
      mount('/tmp', 'tmpfs', 'nodev', 'mode=1777', 'size=256m'),
      mount('/sys', 'sysfs', 'nodev', 'ro'),
      mount('/sys/fs/cgroup', 'cgroup', 'nodev', 'ro'),
    ],
    linux: {
      cgroupsPath: `/${id}`,
      resources: { memory: { limit: MEMORY_LIMIT } },
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
    },
  }
}
