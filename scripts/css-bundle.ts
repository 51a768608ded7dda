import { readFileSync } from 'node:fs'
import browserslist from 'browserslist'
import toEsbuild from 'browserslist-to-esbuild'
import { browserslistToTargets } from 'lightningcss'
import type { BuildOptions, CSSOptions, Plugin } from 'vite'

// The same for every build that holds styles: the server's, and the browser's in each language.

/** `browserslist` in package.json lists the supported browsers. */
export const cssOptions: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: { targets: browserslistToTargets(browserslist()) },
}

export const cssBuildOptions: BuildOptions = { cssTarget: toEsbuild(), cssMinify: 'lightningcss' }

const TOKENS = new URL('../app/styles/tokens.css', import.meta.url).pathname

/** A design token: a custom property in `:root` of tokens.css. */
const TOKEN = /\n +--([\w-]+):\s*([^;]+);/g

/**
 * Replaces design tokens by their values: older browsers lack custom properties, and the values are shorter than the names.
 * Custom properties that an element sets itself stay.
 */
export function literalTokens(): Plugin {
  return {
    name: 'literal-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/app\/styles\/(rooms\/)?[\w-]+\.css/.test(id)) return null
      const root = /:root \{([^}]*)\}/.exec(readFileSync(TOKENS, 'utf8'))?.[1] ?? ''
      const tokens = new Map([...root.matchAll(TOKEN)].map(([, name = '', value = '']) => [name, value]))
      const literal = code
        .replace(/:root \{[^}]*\}/, (block) => block.replace(TOKEN, ''))
        .replace(/var\(--([\w-]+)\)/g, (use, name: string) => tokens.get(name) ?? use)
      return { code: literal, map: null }
    },
  }
}
