/** Addresses that mail can be sent to. */
export const RIGHT = [
  'a&b@x.pk',
  "o'brien@example.com",
  'first.last+tag@mail.example.co.uk',
  'UPPER@EXAMPLE.COM',
  '1@2.pk',
  `${'a'.repeat(64)}@example.com`,
]
export const WRONG = [
  'nonsense',
  'a@b',
  'a b@c.de',
  'a@b c.de',
  '@example.com',
  'a@',
  'a@@b.com',
  'a@-b.com',
  'a@b-.com',
  'a@b..com',
  'a@.com',
  'a@b.com.',
  'a(b@c.de',
  'ü@example.com',
  'a@exämple.com',
  'a@b.com\nBcc: c@d.com',
  `${'a'.repeat(250)}@b.com`,
]
