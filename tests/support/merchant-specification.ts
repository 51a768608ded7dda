// The rules of Google's product data specification (support.google.com/merchants/answer/7052112), its RSS 2.0 format (14987622), and the
// pages of its attributes, for apparel. Meta reads the same file (developers.facebook.com/docs/marketing-api/catalog/reference), by the
// same names; where its limits are stricter, they are here.

/** How often an attribute may occur, its longest text, and its form. */
interface Rule {
  required?: boolean
  many?: number
  max?: number
  form: RegExp
}

const TEXT = /^\S(?:[^\n\r\t]*\S)?$/
const URL_FORM = /^https?:\/\/[^\s<>"]+$/
const MONEY = /^\d+\.\d{2} PKR$/

const ATTRIBUTES: Record<string, Rule> = {
  'g:id': { required: true, max: 50, form: /^[A-Za-z0-9_-]+$/ },
  'g:item_group_id': { required: true, max: 50, form: /^[A-Za-z0-9_-]+$/ },
  'g:title': { required: true, max: 150, form: TEXT },
  'g:description': { required: true, max: 5000, form: /^\S[^]*$/ },
  'g:link': { required: true, max: 2000, form: URL_FORM },
  'g:image_link': { required: true, max: 2000, form: URL_FORM },
  'g:additional_image_link': { many: 10, max: 2000, form: URL_FORM },
  // Spaces, not underscores: both companies' examples of RSS have them.
  'g:availability': { required: true, form: /^(in stock|out of stock|preorder|backorder)$/ },
  'g:price': { required: true, form: MONEY },
  'g:sale_price': { form: MONEY },
  'g:brand': { required: true, max: 70, form: TEXT },
  'g:condition': { required: true, form: /^(new|refurbished|used)$/ },
  'g:google_product_category': { required: true, form: /^\d+$/ },
  'g:product_type': { many: 5, max: 750, form: TEXT },
  'g:gender': { required: true, form: /^(male|female|unisex)$/ },
  'g:age_group': { required: true, form: /^(newborn|infant|toddler|kids|adult)$/ },
  // Up to three colours, separated by slashes, of at most 40 characters each; no numbers alone.
  'g:color': { max: 100, form: /^(?!\d+$)[^/,]{1,40}(\/[^/,]{1,40}){0,2}$/ },
  'g:size': { required: true, max: 100, form: TEXT },
  'g:identifier_exists': { required: true, form: /^(yes|no)$/ },
  'g:shipping': { required: true, many: 100, form: /^$/ },
}

const SHIPPING: Record<string, Rule> = {
  'g:country': { required: true, form: /^[A-Z]{2}$/ },
  'g:service': { max: 100, form: TEXT },
  'g:price': { required: true, form: MONEY },
}

/** An element with the text of its own, and its children. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Parses XML that has elements, texts and the five entities. Throws if it isn't well-formed, or has characters that XML 1.0 forbids. */
export function parseXml(xml: string): XmlElement {
  const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)
  if (forbidden) throw new Error(`A character that XML forbids at ${forbidden.index}.`)
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
  for (const [token, closing, name = '', , text] of body.matchAll(
    /<(\/?)([A-Za-z][\w:]*)((?: [\w:]+="[^"<]*")*)>|([^<]+)|</g,
  )) {
    const current = open.at(-1) ?? root
    if (text !== undefined) current.text += unescaped(text)
    else if (token === '<') throw new Error(`A < that begins no tag, in ${current.name}.`)
    else if (!closing) {
      const element = { name, text: '', children: [] }
      current.children.push(element)
      open.push(element)
    } else if (open.pop()?.name !== name) throw new Error(`</${name}> closes ${current.name}.`)
  }
  const [only] = root.children
  if (open.length > 1 || root.children.length !== 1 || !only) throw new Error('Not one element, closed.')
  return only
}

function unescaped(text: string): string {
  return text.replace(/&(\w*);?/g, (whole, name: string) => {
    const character = ENTITIES[name]
    if (!character || !whole.endsWith(';')) throw new Error(`No entity: ${whole}`)
    return character
  })
}

/** Returns the values of an item by the names of its attributes. */
export function valuesOf({ children }: XmlElement): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const { name, text } of children) (values[name] ??= []).push(text)
  return values
}

/** Returns what is wrong with an item, by the specification. */
export function problemsOf(item: XmlElement, rules = ATTRIBUTES): string[] {
  const values = valuesOf(item)
  const wrong = Object.entries(rules).flatMap(([name, { required, many = 1, max = 200, form }]) => {
    const given = values[name] ?? []
    return [
      ...(required && given.length === 0 ? [`${name} is missing`] : []),
      ...(given.length > many ? [`${name} occurs ${given.length} times`] : []),
      ...given.filter((value) => value.length > max || !form.test(value)).map((value) => `${name}: ${value}`),
    ]
  })
  const unknown = Object.keys(values).filter((name) => !rules[name])
  const shipping = item.children.filter(({ name }) => name === 'g:shipping')
  const amount = (name: string) => Number.parseFloat(values[name]?.[0] ?? 'NaN')
  return [
    ...wrong,
    ...unknown.map((name) => `${name} is unknown`),
    ...shipping.flatMap((one) => problemsOf(one, SHIPPING)),
    ...(amount('g:sale_price') >= amount('g:price') ? ['g:sale_price is not lower'] : []),
  ]
}
