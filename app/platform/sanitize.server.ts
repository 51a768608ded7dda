import sanitizeHtml from 'sanitize-html'

const TAGS =
  'h2 h3 h4 p br hr ul ol li b strong i em u s small blockquote code bdi a img table thead tbody tr th td caption section span div details summary'.split(
    ' ',
  )

/**
 * Removes everything but text, headings, lists, tables, folded parts and links from operators' HTML, and the pictures whose address
 * `isPicture` refuses; by default all.
 */
export function sanitize(html: string, isPicture: (source: string) => boolean = () => false): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'], section: ['id'], th: ['scope', 'colspan'], td: ['colspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs: { src = '' } }) => tag === 'img' && !isPicture(src),
    transformTags: {
      img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt } }),
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
      h1: 'h2',
    },
  })
}
