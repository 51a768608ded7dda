import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeError } from '../../app/platform/log.server.ts'

/** What the log would hold of an error. */
const told = (error: unknown) => JSON.stringify(describeError(error))

test('a message that is an object is told by its own code and message', () => {
  const error = Object.assign(new Error(), { message: { code: 'PGRST301', message: 'JWT expired', details: 'secret' } })
  expect(describeError(error)).toMatchObject({ said: { code: 'PGRST301', message: 'JWT expired' } })
  expect(told(error)).not.toContain('secret')
})

test('what was thrown but is no Error is told by its status, or by what it has', () => {
  expect(describeError({ status: 404, statusText: 'Not Found', data: { street: 'Canal Road' } })).toMatchObject({
    status: '404',
    message: 'Not Found',
  })
  expect(describeError({ street: 'Canal Road' })).toMatchObject({ message: 'with street' })
  expect(told({ street: 'Canal Road' })).not.toContain('Canal Road')
})

test('the causes of a failed connection to several addresses are told', () => {
  const refused = (address: string) => Object.assign(new Error(`connect ${address}`), { code: 'ECONNREFUSED' })
  const cause = new AggregateError([refused('::1'), refused('127.0.0.1')])
  expect(describeError(new TypeError('fetch failed', { cause }))).toMatchObject({
    message: 'fetch failed',
    cause: { error: 'AggregateError', causes: [{ message: 'connect ::1' }, { code: 'ECONNREFUSED' }] },
  })
})

test('a cause is told whatever it is', () => {
  for (const [cause, words] of [
    ['out of paper', 'out of paper'],
    [null, 'null'],
    [{ reason: 'none' }, 'with reason'],
    [Object.create(null), 'with nothing'],
  ] as const) {
    expect(told(new Error('failed', { cause }))).toContain(words)
  }
})

test('an error that is its own cause, or can’t be read, is told all the same', () => {
  const circle = new Error('round')
  circle.cause = circle
  expect(told(circle)).toContain('round')
  const unreadable = Object.defineProperty({}, 'message', {
    get() {
      throw new Error('no')
    },
  })
  expect(describeError(unreadable)).toMatchObject({ message: 'not readable' })
})

test('nothing is ever told as [object Object]', () => {
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true })
  fc.assert(
    fc.property(anything, anything, (message, cause) => {
      const error = Object.assign(new Error('x', { cause }), { message, code: cause })
      for (const one of [error, cause, { message, cause }]) expect(told(one)).not.toContain('[object ')
    }),
  )
})
