import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltImage } from './build-image.ts'
import type { CleanUp } from './clean-up.ts'

/** A user ID that doesn't exist in the image. */
export const UNKNOWN_USER = 54_321
/** As in compose.yaml. */
export const MEMORY_LIMIT = 384 * 2 ** 20

export interface Container {
  /** Returns the output of its process. */
  log: () => string
  isRunning: () => boolean
  /** Resolves to its exit code. */
  ended: Promise<number | null>
  signal: (name: string) => void
  /** Runs a command inside; returns its exit code and output. */
  run: (command: string[]) => { status: number | null; output: string }
}

/**
 * Runs a command in the image's files like compose.yaml: read-only except /tmp, no capabilities, no new privileges, an unknown
 * user, a memory limit. It shares this machine's network, to reach the sandbox on loopback.
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
  let output = ''
  const append = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  return {
    log: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended: new Promise((resolve) => child.once('exit', resolve)),
    signal: (signal) => void execFileSync('runc', [...runc, 'kill', id, signal]),
    run(parameters) {
      const { status, stdout, stderr } = spawnSync('runc', [...runc, 'exec', id, ...parameters], { encoding: 'utf8' })
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
