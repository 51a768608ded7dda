import sanitizeHtml from 'sanitize-html'

/** A picture that the shop has, as in `company_works`. */
const PICTURE = /^\/(pictures\/[a-z0-9-]+|storage\/v1\/object\/public\/products\/[0-9a-f-]{36})\.webp$/

/** Removes everything but text, headings, lists, tables, links and the shop's own pictures from operators' HTML. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'h2',
      'h3',
      'h4',
      'p',
      'br',
      'hr',
      'ul',
      'ol',
      'li',
      'b',
      'strong',
      'i',
      'em',
      'u',
      's',
      'small',
      'blockquote',
      'code',
      'a',
      'img',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'caption',
      'section',
      'span',
      'div',
    ],
    allowedAttributes: { a: ['href'], img: ['src', 'alt'], section: ['id'], th: ['scope', 'colspan'], td: ['colspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs: { src = '' } }) => tag === 'img' && !PICTURE.test(src),
    transformTags: {
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt } }),
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
      h1: 'h2',
    },
  })
}
