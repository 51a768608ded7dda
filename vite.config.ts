import { readFileSync } from 'node:fs'
import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import browserslist from 'browserslist'
import toEsbuild from 'browserslist-to-esbuild'
import { browserslistToTargets } from 'lightningcss'
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

/** A design token: a custom property in `:root` of tokens.css. */
const TOKEN = /\n +--([\w-]+):\s*([^;]+);/g

/**
 * Replaces design tokens by their values: older browsers lack custom properties, and the values are shorter than the names.
 * Custom properties that an element sets itself stay.
 */
function literalTokens(): Plugin {
  return {
    name: 'literal-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/app\/styles\/(rooms\/)?[\w-]+\.css/.test(id)) return null
      const root = /:root \{([^}]*)\}/.exec(readFileSync(fileOf('./app/styles/tokens.css'), 'utf8'))?.[1] ?? ''
      const tokens = new Map([...root.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value]))
      const literal = code
        .replace(/:root \{[^}]*\}/, (block) => block.replace(TOKEN, ''))
        .replace(/var\(--([\w-]+)\)/g, (use, name: string) => tokens.get(name) ?? use)
      return { code: literal, map: null }
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
  // `browserslist` in package.json lists the supported browsers.
  css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(browserslist()) } },
  build: {
    target: isSsrBuild ? 'node20' : toEsbuild(),
    cssTarget: toEsbuild(),
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    ...(isSsrBuild ? serverBuildOptions : { rollupOptions: { output: { manualChunks: chunkOf } } }),
  },
}))
