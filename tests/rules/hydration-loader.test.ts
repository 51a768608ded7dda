import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HYDRATION_LOADER } from '../../app/platform/hydration/hydration-loader.ts'

// React arrives late by way of Remix's insides; these fail when an upgrade moves them.

const client = readFileSync('node_modules/@remix-run/react/dist/esm/browser.js', 'utf8')
const server = readFileSync('node_modules/@remix-run/react/dist/esm/server.js', 'utf8')

test.each(['__remixContext', '__remixRouteModules'])('Remix’s client still begins with window.%s', (name) => {
  expect(client).toContain(`window.${name}`)
  expect(HYDRATION_LOADER).toContain(name)
})

test('Remix’s client still reads its data from window.__remixContext.stream', () => {
  expect(client).toContain('window.__remixContext.stream')
  expect(server).toContain('serverHandoffStream')
})

test('Remix’s client still throws the promise of its decoding before it uses a hook', () => {
  const start = client.indexOf('function RemixBrowser')
  const throwing = client.indexOf('throw stateDecodingPromise', start)
  expect(throwing).toBeGreaterThan(start)
  expect(client.slice(start, throwing)).not.toMatch(/React\.use/)
})

test('the script is constant: nothing of a page is in it', () => {
  expect(HYDRATION_LOADER).not.toMatch(/\$\{|<|undefined/)
})
