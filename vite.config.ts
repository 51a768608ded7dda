import { vitePlugin as remix, type VitePluginConfig } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

export default defineConfig({
  // The options are plain JavaScript, since `remix.config.js` is the file people look for.
  plugins: [remix(remixConfig as VitePluginConfig)],
  resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
