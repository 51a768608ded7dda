import { expect, test } from 'vitest'
import { dispatch } from '../../app/platform/http/forms.server.ts'

const table = { add: () => 'added', 'save-address': () => 'saved' }

test('returns the handler that the intent names', () => {
  expect(dispatch('add', table)).toBe(table.add)
  expect(dispatch('save-address', table)).toBe(table['save-address'])
})

test.each([[null], [''], ['remove'], ['Add'], [new File([], 'add')]])('returns null for the intent %s', (intent) => {
  expect(dispatch(intent, table)).toBeNull()
})

test.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
  'returns null for the inherited property %s',
  (intent) => {
    expect(dispatch(intent, table)).toBeNull()
  },
)
