import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { CleanUp } from './clean-up.ts'

const BASE = 'localhost/shop-base:check'
const IMAGE = 'localhost/shop:check'
const NOTES = '/var/lib/containers'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** What the Dockerfile says about its process. */
const Config = z.object({
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  User: z.string(),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
})
const Inspected = z.object({ Docker: z.object({ config: Config }) })
const Index = z.object({ manifests: z.array(z.object({ digest: z.string() })).min(1) })
const Manifest = z.object({ layers: z.array(z.object({ digest: z.string() })) })

export interface BuiltImage {
  config: z.infer<typeof Config>
  /** The files of the image, mounted. */
  files: string
  /** The layers that the Dockerfile adds to its base. */
  ownLayers: Layer[]
}

/** Bytes of a layer on disk and on the network. */
export interface Layer {
  size: number
  compressed: number
}

/** Builds the Dockerfile of this folder by buildah, with everything it stores below `folder`. */
export function buildImage(folder: string, cleanUp: CleanUp): BuiltImage {
  const driver = readFileSync('/proc/filesystems', 'utf8').includes('overlay') ? 'overlay' : 'vfs'
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', driver]
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...store, ...words], { encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
  cleanUp.add(() => {
    buildah('umount', '--all')
    buildah('rm', '--all')
    buildah('rmi', '--all', '--force')
  })
  // Where buildah notes the layers it has met, wherever its store is.
  if (!existsSync(NOTES)) cleanUp.add(() => rmSync(NOTES, { recursive: true, force: true }))
  const baseLayers = makeBase(folder, buildah)
  console.log('Building the image…')
  const options = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--layers', '--quiet']
  buildah('bud', ...options, '--build-arg', `NODE_IMAGE=${BASE}`, '--tag', IMAGE, '.')
  const { config } = Inspected.parse(JSON.parse(buildah('inspect', '--type', 'image', IMAGE))).Docker
  const files = buildah('mount', buildah('from', '--pull-never', IMAGE))
  return { config, files, ownLayers: layersOf(folder, buildah).slice(baseLayers) }
}

/**
 * Makes the base: Debian's smallest system, the pinned Node from this project's packages and this machine's npm, which stand
 * for the official image. It trusts the certificates and asks the registry that this machine does. Returns its number of layers.
 */
function makeBase(folder: string, buildah: (...words: string[]) => string): number {
  console.log('Making a base from Debian’s packages…')
  const system = join(folder, 'system.tar')
  const release = /node:[\d.]+-(\w+)-slim/.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? 'stable'
  const bootstrap = ['--quiet', '--variant=minbase', '--include=ca-certificates', release, system]
  execFileSync('mmdebstrap', bootstrap, { stdio: ['ignore', 'ignore', 'inherit'] })
  const npm = (...words: string[]) => execFileSync('npm', words, { encoding: 'utf8', stdio: 'pipe' }).trim()
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

/** Returns an image's layers, in order, measured on a copy of it as a registry gets it. */
function layersOf(folder: string, buildah: (...words: string[]) => string, image = IMAGE): Layer[] {
  const copy = join(folder, 'copy')
  buildah('push', '--quiet', '--format', 'oci', image, `oci:${copy}:check`)
  const blob = (digest: string) => readFileSync(join(copy, 'blobs', digest.replace(':', '/')))
  const { manifests } = Index.parse(JSON.parse(readFileSync(join(copy, 'index.json'), 'utf8')))
  const { layers } = Manifest.parse(JSON.parse(blob(manifests[0]?.digest ?? '').toString()))
  const measured = layers.map(({ digest }) => {
    const layer = blob(digest)
    return { size: gunzipSync(layer).byteLength, compressed: layer.byteLength }
  })
  rmSync(copy, { recursive: true })
  return measured
}
