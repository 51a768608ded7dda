import fc from 'fast-check'

/** Some that become another site when they are normalised, for tests of browsers, which take longer. */
export const NORMALISED = [
  '/./\\evil.example/',
  '/a/../\\evil.example/',
  '/.//evil.example/',
  '/%2e/\\evil.example/',
] as const

/** Texts that some step between a form and a browser may read as the address of another site. */
export const SPELLINGS = [
  'https://evil.example/',
  '//evil.example/',
  '\\\\evil.example/',
  '/\\evil.example/',
  '/.\\evil.example/',
  '/./\\evil.example/',
  '/.//evil.example/',
  '/a/../\\evil.example/',
  '/a/..//evil.example/',
  '/../\\evil.example/',
  '/%2e/\\evil.example/',
  '/a/%2E%2e//evil.example/',
  '/desk/../\\evil.example/',
  '/desk/..//evil.example/',
  '/\t/evil.example/',
  '/\n\\evil.example/',
  '\t//evil.example/',
  ' //evil.example/',
  'https:evil.example',
  'https:/\\evil.example',
  'javascript:alert(1)',
  '@evil.example/',
  ':80@evil.example/',
  '.evil.example/',
  '//evil.example\\@127.0.0.1/',
] as const

const STEPS = [
  '/',
  '\\',
  './',
  '../',
  'a/',
  '%2e/',
  '.%2E/',
  '%5c',
  '%2F',
  '\t',
  '\n',
  '\r',
  ' ',
  '.',
  '..',
  ';',
  'desk/',
]
const OTHERS = [
  'https:',
  'javascript:',
  '@',
  ':',
  '#',
  '?',
  '\u0000',
  '\u007f',
  '／',
  '。',
  '\u00ad',
  'ö',
  '\ud800',
  '%',
]

/** Generates such texts. */
export const spelling = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '', '\\', 'https:', '/desk/'),
    fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...STEPS) }, fc.constantFrom(...OTHERS)), {
      maxLength: 6,
    }),
    fc.constantFrom('evil.example/', 'evil.example', ''),
  )
  .map(([start, steps, host]) => start + steps.join('') + host)
