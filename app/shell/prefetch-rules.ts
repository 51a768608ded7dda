/**
 * Speculation rules: browsers prefetch product cards and links of the header's menu on hover (decision 3). Those pages are cached and
 * have no side effects. Browsers don't prefetch in data-saving mode. The text is constant, since a hash in the Content-Security-Policy
 * allows it.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: { selector_matches: '.card,.nav a:not([href*="#"])' },
      eagerness: 'moderate',
    },
  ],
})
