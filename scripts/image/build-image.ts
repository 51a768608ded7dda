import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { CleanUp } from './clean-up.ts'

const BASE = 'localhost/shop-base:check'
const IMAGE = 'localhost/shop:check'
const BUILDAH_CACHE = '/var/lib/containers'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** The settings of the image's process. */
const configSchema = z.object({
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  User: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
})
const inspectionSchema = z.object({ Docker: z.object({ config: configSchema }) })
const indexSchema = z.object({ manifests: z.array(z.object({ digest: z.string() })).min(1) })
const manifestSchema = z.object({ layers: z.array(z.object({ digest: z.string() })) })

export interface BuiltImage {
  config: z.infer<typeof configSchema>
  /** The folder where the image's files are mounted. */
  files: string
  /** The layers that the Dockerfile adds to its base. */
  ownLayers: Layer[]
}

/** Bytes of a layer on disk and on the network. */
export interface Layer {
  size: number
  compressed: number
}

/** Builds the Dockerfile with buildah, which stores everything below `folder`. */
export function buildImage(folder: string, cleanUp: CleanUp): BuiltImage {
  const driver = readFileSync('/proc/filesystems', 'utf8').includes('overlay') ? 'overlay' : 'vfs'
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', driver]
  const buildah = (...parameters: string[]) =>
    execFileSync('buildah', [...store, ...parameters], { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
  cleanUp.add(() => {
    buildah('umount', '--all')
    buildah('rm', '--all')
    buildah('rmi', '--all', '--force')
  })
  // buildah keeps a cache of layers here, independent of its store.
  if (!existsSync(BUILDAH_CACHE)) cleanUp.add(() => rmSync(BUILDAH_CACHE, { recursive: true, force: true }))
  const baseLayers = buildBase(folder, buildah)
  console.log('Building the image…')
  const options = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--layers', '--quiet']
  buildah('bud', ...options, '--build-arg', `NODE_IMAGE=${BASE}`, '--tag', IMAGE, '.')
  const { config } = inspectionSchema.parse(JSON.parse(buildah('inspect', '--type', 'image', IMAGE))).Docker
  const files = buildah('mount', buildah('from', '--pull-never', IMAGE))
  return { config, files, ownLayers: layersOf(folder, buildah).slice(baseLayers) }
}

/**
 * Makes the base image, in place of the official one: a minimal Debian, the pinned Node from this project's packages and this
 * machine's npm. It uses this machine's certificates and registry. Returns its number of layers.
 */
function buildBase(folder: string, buildah: (...parameters: string[]) => string): number {
  console.log('Making a base from Debian’s packages…')
  const system = join(folder, 'system.tar')
  const release = /node:[\d.]+-(\w+)-slim/.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? 'stable'
  const bootstrap = ['--quiet', '--variant=minbase', '--include=ca-certificates', release, system]
  execFileSync('mmdebstrap', bootstrap, { stdio: ['ignore', 'ignore', 'inherit'] })
  const npm = (...parameters: string[]) => execFileSync('npm', parameters, { encoding: 'utf8', stdio: 'pipe' }).trim()
  const container = buildah('from', 'scratch')
  buildah('add', container, system, '/')
  buildah('add', container, process.execPath, '/usr/local/bin/node')
  buildah('add', container, join(npm('root', '--global'), 'npm'), '/usr/local/lib/node_modules/npm')
  if (existsSync(CERTIFICATES)) buildah('add', container, CERTIFICATES, CERTIFICATES)
  const link = (name: string) => `ln -s ../lib/node_modules/npm/bin/${name}-cli.js /usr/local/bin/${name}`
  buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', `${link('npm')} && ${link('npx')}`)
  const settings = [
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    `NPM_CONFIG_REGISTRY=${npm('config', 'get', 'registry')}`,
    'NPM_CONFIG_UPDATE_NOTIFIER=false',
  ]
  buildah('config', ...settings.flatMap((setting) => ['--env', setting]), container)
  buildah('commit', '--quiet', '--rm', '--format', 'docker', container, BASE)
  rmSync(system)
  return layersOf(folder, buildah, BASE).length
}

/** Returns an image's layers in order, measured on a copy as a registry stores it. */
function layersOf(folder: string, buildah: (...parameters: string[]) => string, image = IMAGE): Layer[] {
  const copy = join(folder, 'copy')
  buildah('push', '--quiet', '--format', 'oci', image, `oci:${copy}:check`)
  const blob = (digest: string) => readFileSync(join(copy, 'blobs', digest.replace(':', '/')))
  const { manifests } = indexSchema.parse(JSON.parse(readFileSync(join(copy, 'index.json'), 'utf8')))
  const { layers } = manifestSchema.parse(JSON.parse(blob(manifests[0]?.digest ?? '').toString()))
  const measured = layers.map(({ digest }) => {
    const layer = blob(digest)
    return { size: gunzipSync(layer).byteLength, compressed: layer.byteLength }
  })
  rmSync(copy, { recursive: true })
  return measured
}
