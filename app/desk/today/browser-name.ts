/** Later ones also name themselves as earlier ones. */
const BROWSERS = [
  ['Samsung Internet', /SamsungBrowser/],
  ['Opera', /OPR\//],
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const

/** Returns what a browser is called in a list of somebody's own: 'Chrome on Android'. */
export function browserName(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((kinds) => kinds.find(([, sign]) => sign.test(userAgent))?.[0])
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
