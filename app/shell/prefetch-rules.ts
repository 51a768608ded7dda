/**
 * What browsers with speculation rules may fetch while somebody points at it: product cards and the header's menus, whose pages
 * come from the cache and change nothing. Browsers keep from it by themselves when somebody saves data. Constant text, since a
 * hash in the Content-Security-Policy admits it.
 */
export const PREFETCH_RULES = JSON.stringify({
  prefetch: [
    {
      where: { selector_matches: '.card,.header nav:not([aria-label^=Account]) a:not([href*="#"])' },
      eagerness: 'moderate',
    },
  ],
})
