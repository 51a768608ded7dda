import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, networkOf } from '../../app/platform/http/client-address.server.ts'

test('without a trusted proxy the address is that of the connection', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7')
  expect(clientAddress('::ffff:203.0.113.7', null, 0)).toBe('203.0.113.7')
})

test('behind proxies the address is the one that the outermost trusted proxy wrote', () => {
  const header = '6.6.6.6, 203.0.113.7, 10.0.0.2'
  expect(clientAddress('10.0.0.1', header, 1)).toBe('10.0.0.2')
  expect(clientAddress('10.0.0.1', header, 2)).toBe('203.0.113.7')
  expect(clientAddress('10.0.0.1', null, 2)).toBe('10.0.0.1')
})

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('parses %s as %s', (written, address) => {
  expect(clientAddress('10.0.0.1', written, 1)).toBe(address)
})

test.each(['unknown', '_hidden', '', '1', '0x7f.1', '999.1.1.1', '1.2.3.4:x', '[::1'])(
  '%j is not an address, so the proxy’s address is used',
  (written) => {
    expect(clientAddress('10.0.0.1', written, 1)).toBe('10.0.0.1')
  },
)

test('never throws and always returns a canonical address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), fc.nat(3), (header, hops) => {
      const address = clientAddress('10.0.0.1', header, hops)
      expect(clientAddress(address, null, 0)).toBe(address)
    }),
  )
})

test('IPv6 addresses of one /64 are one network, each IPv4 address is a separate one', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect([networkOf('203.0.113.7'), networkOf('203.0.113.8')]).toEqual(['203.0.113.7', '203.0.113.8'])
})
