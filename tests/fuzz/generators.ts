import fc from 'fast-check'
import { percent, FILES, type FuzzBody, type FuzzCookie, type FuzzField, type FuzzRequest } from './request.ts'
import { PATTERNS } from './routes.ts'
import type { KnownForm, Vocabulary } from './vocabulary.ts'

const ADDRESSES = 60_000

/** Texts that often cause bugs. */
const NASTY = [
  '', ' ', '\t', '0', '-0', '-1', '1.5', '1e309', 'NaN', 'Infinity', '0x10', '2147483648', '99999999999999999999', '0'.repeat(400),
  'null', 'undefined', 'true', 'false', '[]', '{}', '[object Object]', '__proto__', 'constructor', 'toString', 'hasOwnProperty',
  '\0', 'a\0b', '%', '%00', '%2f', '%2F..%2F', '%u0000', '%c0%af', '%ED%A0%80', '../../../../etc/passwd', '..\\..\\x', './.', '//evil.example',
  '/\\evil.example', 'javascript:alert(1)', 'data:text/html,x', 'http://169.254.169.254/', "'", '"', '`', "';drop table products;--",
  'or(id.gt.0)', '*', '%%%', '_', '\\', '(', 'a,b,c', '<script>alert(1)</script>', '</script><svg onload=alert(1)>', '{{7*7}}', '${7*7}',
  '\ud800', '\udfff', 'a\ud83d', '\u202e', '\u2028', '\ufeff', '\u0085', '\u200b', '\u00ad', 'İ', 'ß', 'ﬁ', '٠٣٠٠١٢٣٤٥٦٧', '💐'.repeat(50), 'a\u0300'.repeat(300),
  '\r\nSet-Cookie: a=b', 'a@b.c\r\nBcc: x@y.z', 'a@b.pk', 'A@B.PK', 'a&b@x.pk', '"a b"@x.pk', `${'a'.repeat(64)}@${'b'.repeat(180)}.pk`,
  '+923001234567', '0300 1234567', '+1 (212) 555-0100', '00923001234567', '1'.repeat(40), '1970-01-01', '9999-12-31', '275760-09-13', '2001-02-30',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'ORD-1-1', `ORD-${'9'.repeat(40)}-999`, 'jasmine-tea-7',
  'a'.repeat(300), 'a'.repeat(6_000), 'x'.repeat(70_000), 'a,'.repeat(3_000), 'a b '.repeat(1_000), '('.repeat(5_000), '\n'.repeat(5_000),
] // oxfmt-ignore

const nasty = fc.constantFrom(...NASTY)
const short = fc.constantFrom(...NASTY.filter((text) => text.length < 400))
const text = fc.oneof(
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
)
/** Mostly once; sometimes so often that parsing is expensive. */
const times = fc.oneof(
  { weight: 40, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constantFrom(2, 199, 200, 201, 1_000, 5_000, 8_000, 20_000) },
)

/** Generates requests for every route from the shop's vocabulary. `people` are signed in and have carts. */
export function anyRequest(vocabulary: Vocabulary, people: number, cookieNames: string[]): fc.Arbitrary<FuzzRequest> {
  const named = namesOf(vocabulary)
  const address = fc.nat(ADDRESSES)
  const cookies = cookiesOf(people, cookieNames)
  const posts = vocabulary.forms.filter(({ method }) => method === 'POST')
  const target = targetOf(vocabulary)
  const body = bodyOf(vocabulary, named)

  const view = fc.record<FuzzRequest>({
    method: fc.oneof({ weight: 12, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: fc.constant('HEAD') }),
    target,
    headers: headersOf(false),
    cookies,
    body: fc.constant({ kind: 'none' }),
    address,
  })
  // A form of a page with a few values altered, which passes the first checks.
  const post = fc
    .tuple(fc.constantFrom(...posts), headersOf(true), cookies, address)
    .chain(([form, headers, sent, from]) =>
      alteredForm(form, named, vocabulary).map((altered): FuzzRequest => ({
        method: 'POST',
        target: form.action,
        headers,
        cookies: sent,
        body: altered,
        address: from,
      })),
    )
  const odd = fc.record<FuzzRequest>({
    method: fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
    target,
    headers: headersOf(true),
    cookies,
    body,
    address,
  })
  const wire = fc.record<FuzzRequest>({
    method: fc.constant('GET'),
    target: fc.constant('/'),
    headers: fc.constant([]),
    cookies: fc.constant([]),
    body: wireOf(vocabulary),
    address,
  })
  return fc.oneof(
    { weight: 40, arbitrary: view },
    { weight: 30, arbitrary: post },
    { weight: 12, arbitrary: odd },
    { weight: 2, arbitrary: wire },
  )
}

function namesOf({ names }: Vocabulary): fc.Arbitrary<string> {
  const known = fc.constantFrom(...names)
  const index = fc.constantFrom(
    '0',
    '1',
    '199',
    '4999999',
    '99999999',
    '4294967294',
    '-1',
    '1e9',
    '',
    '0][0',
    '__proto__',
  )
  const depth = fc.constantFrom(2, 10, 100, 1_000, 8_000)
  return fc.oneof(
    { weight: 10, arbitrary: known },
    { weight: 3, arbitrary: fc.tuple(known, index).map(([name, place]) => `${name}[${place}]`) },
    { weight: 1, arbitrary: fc.tuple(known, depth).map(([name, deep]) => name + '.a'.repeat(deep)) },
    { weight: 1, arbitrary: fc.tuple(known, depth).map(([name, deep]) => name + '[0]'.repeat(deep)) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', '__proto__.x', 'constructor.prototype.x', '__proto__[x]', 'a.__proto__.b') },
    { weight: 2, arbitrary: nasty },
  ) // oxfmt-ignore
}

function targetOf(vocabulary: Vocabulary): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 4, arbitrary: text.map(percent) },
    { weight: 2, arbitrary: fc.constantFrom('%00', '%2f', '%2F', '%5c', '%', '%zz', '%ED%A0%80', '..', '.', '%2e%2e', ';a', ',', '~1', '%20') },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'%/\\.;:@&=+$,~!*\'()[]{}|^"<>`'), maxLength: 12 }).map(encodeURI) },
  ) // oxfmt-ignore
  const path = fc.constantFrom(...PATTERNS).chain((pattern) => {
    const known = vocabulary.paths[pattern] ?? []
    const made = fc
      .tuple(...pattern.split('/').map((part) => (/^[:*]/.test(part) ? segment : fc.constant(part))))
      .map((parts) => parts.join('/') || '/')
    const mutated = fc.tuple(made, segment).map(([from, more]) => `${from}${more}`)
    return fc.oneof(
      { weight: 5, arbitrary: known.length > 0 ? fc.constantFrom(...known) : made },
      { weight: 4, arbitrary: made },
      { weight: 1, arbitrary: mutated },
    )
  })
  const value = valueOf(vocabulary)
  const pair = fc
    .constantFrom(...vocabulary.names)
    .chain((name) => value(name).map((one) => `${percent(name)}=${percent(one)}`))
  const oddPair = fc.tuple(namesOf(vocabulary), text).map(([name, one]) => `${percent(name)}=${percent(one)}`)
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.array(pair, { minLength: 1, maxLength: 5 }).map((pairs) => `?${pairs.join('&')}`) },
    { weight: 1, arbitrary: fc.array(oddPair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`) },
    { weight: 1, arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?a', '?%', '?%00=%00', '?a[]=1&a[]=2', `?${'a=1&'.repeat(2_000)}`) },
  ) // oxfmt-ignore
  // Node accepts 16 KB of request line and headers; a few longer ones are enough.
  return fc.tuple(path, query).map(([where, asked]) => (where + asked).slice(0, 20_000))
}

function valueOf({ values }: Vocabulary): (name: string) => fc.Arbitrary<string> {
  return (name) => {
    const seen = values[name] ?? []
    return seen.length > 0
      ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...seen) }, { weight: 3, arbitrary: text })
      : text
  }
}

function alteredForm(form: KnownForm, named: fc.Arbitrary<string>, vocabulary: Vocabulary): fc.Arbitrary<FuzzBody> {
  const value = valueOf(vocabulary)
  const own: fc.Arbitrary<FuzzField[]> = fc.tuple(
    ...form.fields.map(([name, untouched]) =>
      fc.record({
        name: fc.constant(name),
        value: fc.oneof({ weight: 6, arbitrary: fc.constant(untouched) }, { weight: 2, arbitrary: plausible(name) }, { weight: 1, arbitrary: value(name) }),
        times,
      }),
    ),
  ) // oxfmt-ignore
  const more = fc.array(fc.record({ name: named, value: text, times }), { maxLength: 2 })
  const fields = fc
    .tuple(own, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more }))
    .map(([mine, extra]) => [...mine, ...extra])
  const type = 'application/x-www-form-urlencoded'
  const plain = fields.map((all): FuzzBody => ({ kind: 'form', type, fields: all }))
  return form.isMultipart
    ? fc.oneof({ weight: 4, arbitrary: multipartOf(fields) }, { weight: 1, arbitrary: plain })
    : fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: multipartOf(fields) })
}

/** Returns plausible input for a field of this name, so that some forms reach the database. */
function plausible(name: string): fc.Arbitrary<string> {
  if (/email/i.test(name))
    return fc.oneof(
      fc.nat(1_000_000).map((n) => `fuzz.${n}@example.com`),
      fc.constantFrom('A+b@X.pk', 'ü@ö.example'),
    )
  if (/phone$/i.test(name)) return fc.nat(99_999_999).map((n) => `03${String(n).padStart(9, '0')}`)
  if (/quantity|rating/i.test(name)) return fc.integer({ min: -1, max: 6 }).map(String)
  if (/code/i.test(name)) return fc.oneof(fc.nat(999_999).map(String), fc.constantFrom('JASMINE10', 'EID500', '54000'))
  if (/dob|date/i.test(name)) return fc.constantFrom('1990-05-05', '1900-01-01', '2999-01-01', '0000-00-00', '1990-5-5')
  return fc.oneof(fc.constantFrom('Nadia', '7 Canal Road', 'Faisalabad', 'Good.', 'on', 'new', '12'), short)
}

function multipartOf(fields: fc.Arbitrary<FuzzField[]>): fc.Arbitrary<FuzzBody> {
  const file = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...Object.keys(FILES).filter((name) => name !== 'file:6 MB')) },
    { weight: 1, arbitrary: fc.constant('file:6 MB') },
    { weight: 4, arbitrary: text },
  )
  const type = fc.constantFrom(
    null,
    'image/png',
    'image/svg+xml',
    'application/pdf',
    'text/html',
    'x',
    '\0',
    'multipart/mixed; boundary=b',
  )
  return fc
    .tuple(
      fields,
      fc.array(fc.record({ value: file, filename: fc.oneof(fc.constantFrom('a.png', '', '../x.php', 'a"b', 'x.png\0.php'), short), type }), { maxLength: 4 }),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('none' as const) },
        { weight: 1, arbitrary: fc.constantFrom('no end' as const, 'no boundary' as const, 'wrong boundary' as const, 'long header' as const) },
      ),
    )
    .map(([plain, files, fault]): FuzzBody => {
      const unused = [...files]
      const parts = plain.map((field) => {
        const isFile = /picture|image|attachment|file|photo/i.test(field.name)
        const given = isFile ? unused.pop() : undefined
        return { ...field, times: Math.min(field.times, given?.value === 'file:6 MB' ? 3 : 20_000), filename: null, type: null, ...given }
      })
      return { kind: 'multipart', parts, fault }
    }) // oxfmt-ignore
}

function bodyOf(vocabulary: Vocabulary, named: fc.Arbitrary<string>): fc.Arbitrary<FuzzBody> {
  const known = fc
    .constantFrom(...vocabulary.names)
    .chain((name) => fc.record({ name: fc.constant(name), value: valueOf(vocabulary)(name), times }))
  const odd = fc.record({ name: named, value: text, times })
  const fields = fc.array(fc.oneof({ weight: 2, arbitrary: known }, { weight: 1, arbitrary: odd }), { maxLength: 8 })
  const type = fc.constantFrom(
    'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=utf-16',
    'text/plain', 'application/json', 'application/csp-report', 'multipart/form-data', 'x', '', 'multipart/form-data; boundary=',
  ) // oxfmt-ignore
  const json = fc.oneof(
    fc.json(),
    fc.constantFrom('{"csp-report":{"violated-directive":"x","blocked-uri":"y"}}', '{"csp-report":{"violated-directive":"\\ud800","blocked-uri":"\\u0000"}}', '{', '[['),
  ) // oxfmt-ignore
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant({ kind: 'none' } as const) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('form' as const), type, fields }) },
    { weight: 3, arbitrary: multipartOf(fields) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('text' as const), type, text: fc.oneof(json, text), times }),
    },
  )
}

function cookiesOf(people: number, names: string[]): fc.Arbitrary<FuzzCookie[]> {
  const name = fc.constantFrom(...names)
  const person = fc.nat(people - 1)
  const own = (of: number, cookie: string): FuzzCookie => ({ of, cookie, sentAs: cookie, damage: 'none' })
  const forged = fc.record({
    name,
    value: fc.oneof(
      short.map(percent),
      fc.json().map((json) => `${Buffer.from(json).toString('base64')}.AAAA`),
      fc.json().map((json) => percent(Buffer.from(json).toString('base64'))),
    ),
  })
  const crossed = fc.record({
    of: person,
    cookie: name,
    sentAs: name,
    damage: fc.constantFrom('none' as const, 'none' as const, 'cut' as const, 'flipped' as const, 'unsigned' as const, 'doubled' as const),
  }) // oxfmt-ignore
  const session = names.find((one) => one.endsWith('session')) ?? ''
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<FuzzCookie[]>([]) },
    { weight: 5, arbitrary: person.map((of) => names.map((one) => own(of, one))) },
    { weight: 2, arbitrary: person.map((of) => [own(of, session)]) },
    { weight: 1, arbitrary: person.map((of) => names.filter((one) => one !== session).map((one) => own(of, one))) },
    { weight: 2, arbitrary: fc.array(fc.oneof(forged, crossed), { minLength: 1, maxLength: 3 }) },
  )
}

/** `isPost`: mostly with the shop's origin, to pass the same-origin check. */
function headersOf(isPost: boolean): fc.Arbitrary<[string, string][]> {
  const header = (name: string, ...values: string[]) =>
    fc.constantFrom(...values).map((value): [string, string] => [name, value])
  const origin = fc.oneof(
    { weight: 15, arbitrary: fc.constant<[string, string]>(['origin', 'own']) },
    { weight: 1, arbitrary: header('origin', 'null', 'https://evil.example', 'x', 'http://127.0.0.1') },
    { weight: 1, arbitrary: header('sec-fetch-site', 'same-origin', 'none', 'cross-site', 'x') },
    { weight: 1, arbitrary: header('referer', 'own', 'https://evil.example', 'x') },
  )
  const odd = fc.oneof(
    header('accept-encoding', 'br', 'gzip', 'br;q=0', 'gzip;q=0, br;q=0', 'identity;q=0', '*', '*;q=0', 'br;q=1.0001', 'zstd', 'x'.repeat(2_000), ',,,', 'br;q=nan'),
    header('if-none-match', '*', '"x"', 'W/"x", "y"', 'W/"', '"', ',', '"a",'.repeat(500), 'x'),
    header('if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x', '9'.repeat(100)),
    header('range', 'bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=99999999999999999999-', `bytes=${'0-0,'.repeat(500)}0-1`, 'x', 'lines=1-2'),
    header('accept', 'text/html', 'text/event-stream', 'application/json', '*/*;q=0', 'x'.repeat(2_000), ','),
    header('accept-language', 'ur-PK', 'x'.repeat(2_000), '*'),
    header('user-agent', '', 'x'.repeat(5_000), 'curl/8', '()'),
    header('save-data', 'on', 'x'),
    header('x-forwarded-for', '', '::1', '2001:db8::1', '2001:db8::2, 10.1.1.1', '10.0.0.1:99', '[::1]:80', 'x'.repeat(1_000), ','.repeat(500), '999.999.999.999'),
    header('x-forwarded-host', 'evil.example', 'a,b', ''),
    header('x-forwarded-proto', 'https', 'x'),
    header('x-request-id', 'x', 'a'.repeat(64), 'a'.repeat(65), '../../..'),
    header('last-event-id', '1', '-1', '1e309', 'x', '9'.repeat(30)),
    header('authorization', 'Bearer x', 'Basic Og==', 'x'),
    header('content-encoding', 'gzip', 'br', 'x'),
    header('content-language', 'x'),
    header('cache-control', 'no-cache', 'only-if-cached', 'max-age=x'),
    header('dpr', '99', 'x'),
    header('purpose', 'prefetch'),
    header('sec-purpose', 'prefetch;prerender'),
  ) // oxfmt-ignore
  const odds = fc.oneof(
    { weight: 3, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 2, arbitrary: fc.array(odd, { minLength: 1, maxLength: 3 }) },
  )
  return isPost ? fc.tuple(origin, odds).map(([one, more]) => [one, ...more]) : odds
}

/** Requests that only a raw socket can send. */
function wireOf({ names }: Vocabulary): fc.Arbitrary<FuzzBody> {
  const path = fc.constantFrom(...PATTERNS.map((pattern) => pattern.replace(/[:*]\w*/g, 'x')))
  const first = fc.oneof(
    fc.tuple(fc.constantFrom('TRACE', 'CONNECT', 'GET', 'POST', 'OPTIONS', 'get', 'BREW'), path).map(([method, to]) => `${method} ${to} HTTP/1.1`),
    path.map((to) => `GET http://evil.example${to} HTTP/1.1`),
    fc.constantFrom(
      'GET / HTTP/1.0', 'GET / HTTP/2.0', 'OPTIONS * HTTP/1.1', 'GET * HTTP/1.1', 'CONNECT evil.example:443 HTTP/1.1', 'GET  / HTTP/1.1', 'GET /',
      'GET /\0 HTTP/1.1', 'GET /\xff\xfe HTTP/1.1', 'GET //evil.example HTTP/1.1', 'GET /?\x7f HTTP/1.1', `GET /${'a'.repeat(70_000)} HTTP/1.1`, 'GET ///// HTTP/1.1',
      'GET ?a=b HTTP/1.1', 'GET /%2e%2e/%2e%2e HTTP/1.1', 'GET http:// HTTP/1.1', 'GET http://[ HTTP/1.1', 'GET /\\ HTTP/1.1', 'GET //[ HTTP/1.1', 'POST //[::1 HTTP/1.1',
    ),
  ) // oxfmt-ignore
  const line = fc.constantFrom(
    'Host: shop', 'Host: a\r\nHost: b', 'Host:', 'Host: a b', 'Host: evil.example@x', 'Host: [', 'Host: \xff', 'Origin: own', 'Content-Length: 5', 'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: -1', 'Content-Length: 1e3', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked\r\nContent-Length: 3',
    'Transfer-Encoding: xchunked', 'Content-Type: application/x-www-form-urlencoded', 'Content-Type: multipart/form-data; boundary=b', 'Expect: 100-continue', 'Expect: x',
    'Upgrade: websocket\r\nConnection: Upgrade', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings', 'Connection: close', 'Connection: content-type', ' folded: x', 'x', ':', 'a\0b: c',
    `X-Long: ${'x'.repeat(20_000)}`, 'X: y\r\n'.repeat(2_500).trimEnd(), `Cookie: ${'a=b; '.repeat(2_000)}`, 'Cookie: =; ;;=a', 'Cookie: \xff=\xfe', `Cookie: ${names[0]}=%`, 'Trailer: x', 'TE: trailers',
  ) // oxfmt-ignore
  const rest = fc.constantFrom(
    '', 'a=b', 'a=b&c=d', '5\r\na=b&c\r\n0\r\n\r\n', '5;x=y\r\na=b&c\r\n0\r\nX: y\r\n\r\n', 'zz\r\n', 'fffffffffffffffff\r\n', '0\r\n\r\n', '1\r\n', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--b--\r\n', '\0\0\0\0\0',
  ) // oxfmt-ignore
  return fc.record({
    kind: fc.constant('wire' as const),
    lines: fc.tuple(first, fc.array(line, { maxLength: 4 })).map(([one, more]) => [one, ...more]),
    rest,
  })
}
