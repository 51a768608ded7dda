import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions, Plugin, UserConfig } from 'vite'
import { LOADED_PACKAGES } from './loaded-modules.ts'

/** The server build contains its packages (decision 1), so that a start reads one file in place of hundreds. */
export const serverBundle: UserConfig = {
  ssr: { noExternal: true, external: LOADED_PACKAGES },
  // React and other packages also have a variant for development.
  define: { 'process.env.NODE_ENV': '"production"' },
}

export const serverBuildOptions: BuildOptions = {
  // `installGlobals` of Remix would replace Node's fetch by one of these. Nothing calls it.
  commonjsOptions: { ignore: ['undici', '@remix-run/web-fetch'] },
  rollupOptions: {
    onwarn: (warning, warn) => {
      // Rollup can't use some comments of packages for tree shaking.
      if (warning.code !== 'INVALID_ANNOTATION' || !warning.id?.includes('/node_modules/')) warn(warning)
    },
  },
}

/** Writes the licences of all bundled packages to `licences.txt` beside the build: a copy of a package has to include its licence. */
export function withLicences(): Plugin {
  return {
    name: 'with-licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
      const folders = modules.flatMap((id) => /[^\0]*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
      const source = [...new Set(folders)].map(licenceOf).toSorted().join('\n\n')
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
}
