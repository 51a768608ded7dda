import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import toEsbuild from 'browserslist-to-esbuild'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { chunkOf, clientEntries, messagesOf, scriptsOfOtherLanguages, smallPreload } from './scripts/client-bundle.ts'
import { compileMessages } from './scripts/messages.ts'
import { cssBuildOptions, cssOptions, literalTokens } from './scripts/css-bundle.ts'
import { inIndex, withoutClientRoutes, withoutHandoff } from './app/platform/remix/build-plugins.ts'
import { serverBuildOptions, serverBundle, withLicences } from './scripts/server-bundle.ts'

await compileMessages()

const fileOf = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig(({ isSsrBuild }) => ({
  // In a separate file, since developers look for `remix.config.js`. Its type is only checked here.
  plugins: [
    literalTokens(),
    withoutClientRoutes(),
    smallPreload(),
    ...(isSsrBuild ? [] : [messagesOf('en'), scriptsOfOtherLanguages()]),
    ...(isSsrBuild ? [inIndex(), withoutHandoff(), withLicences()] : []),
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
