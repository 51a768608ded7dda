import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import toEsbuild from 'browserslist-to-esbuild'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import {
  chunkOf,
  clientEntries,
  messagesOf,
  ROUTE,
  scriptsOfOtherLanguages,
  smallPreload,
} from './scripts/client-bundle.ts'
import { compileMessages } from './scripts/messages.ts'
import { cssBuildOptions, cssOptions, literalTokens } from './scripts/css-bundle.ts'
import { serverBuildOptions, serverBuildPlugins, serverBundle } from './scripts/server-bundle.ts'

/**
 * Removes Remix's client modules of routes: browsers only load areas of a page (decision 4). Emptying the modules keeps their
 * imports out of the build too.
 */
function withoutClientRoutes(): Plugin {
  return {
    name: 'without-client-routes',
    enforce: 'post',
    apply: 'build',
    transform: (_code, id, options) => (!options?.ssr && ROUTE.test(id) ? { code: 'export {}', map: null } : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [file, chunk] of Object.entries(bundle)) {
          if (chunk.type === 'chunk' && chunk.facadeModuleId && ROUTE.test(chunk.facadeModuleId)) delete bundle[file]
        }
      },
    },
  }
}

await compileMessages()

const fileOf = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig(({ isSsrBuild }) => ({
  // In a separate file, since developers look for `remix.config.js`. Its type is only checked here.
  plugins: [
    literalTokens(),
    withoutClientRoutes(),
    smallPreload(),
    ...(isSsrBuild ? [] : [messagesOf('en'), scriptsOfOtherLanguages()]),
    ...(isSsrBuild ? serverBuildPlugins(fileOf('./app/platform/hydration/no-handoff.server.ts')) : []),
    remix(remixConfig as VitePluginConfig),
  ],
  resolve: { alias: { '~': fileOf('./app') } },
  ...(isSsrBuild ? { ...serverBundle, define: { ...serverBundle.define, ...clientEntries() } } : {}),
  css: cssOptions,
  build: {
    ...cssBuildOptions,
    target: isSsrBuild ? 'node20' : toEsbuild(),
    assetsInlineLimit: 0,
    ...(isSsrBuild ? serverBuildOptions : { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
}))
