import sanitizeHtml from 'sanitize-html'

/** Removes everything but text, headings, lists, tables and links from operators' HTML. */
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
    allowedAttributes: { a: ['href'], section: ['id'], th: ['scope', 'colspan'], td: ['colspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }), h1: 'h2' },
  })
}
