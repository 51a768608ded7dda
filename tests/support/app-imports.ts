import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Lets plain Node import the shop's modules like the build does: `~/` is `app/`, and file extensions may be left out. Load it
 * first: `node --import ./tests/support/app-imports.ts …`.
 */
const APP = new URL('../../app/', import.meta.url)

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('~/') || (/^\.\.?\//.test(specifier) && context.parentURL?.startsWith(APP.href))
    if (!isOurs) return next(specifier, context)
    const url = specifier.startsWith('~/') ? new URL(specifier.slice(2), APP) : new URL(specifier, context.parentURL)
    const found = ['', '.ts', '/index.ts']
      .map((ending) => url.href + ending)
      .find((href) => existsSync(fileURLToPath(href)))
    return next(found ?? specifier, context)
  },
})
