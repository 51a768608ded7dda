/**
 * The classes and elements that a page may get after the server has rendered it, by what brings them: an area whose state changes, or
 * a place that is filled in for a known visitor. `page` is for every page. What an area only gets from states.css isn't listed, since
 * that comes with the scripts. tests/routes/styles.test.ts says what is missing.
 */
const LATER: Record<string, readonly string[]> = {
  page: ['.avatar', '.count'],
  'floating-cart': ['.floating-cart', '.icon-button'],
  'own-size': ['.own-size', 'p'],
  'write-review': ['.notice', '.notice-info'],
  viewed: ['.stars'],
  'cart/cart-in-place': [
    '.link-more',
    '.badge',
    '.button-outline',
    '.button-wide',
    '.empty',
    '.empty-text',
    '.muted',
    '.panel',
    '.picture',
    '.price',
    '.small',
    '.stack',
    'dd',
    'dl',
    'img',
    's',
    'select',
    'small',
  ],
  'catalog/search-box': ['.suggestions', '.muted', 'img', 'small'],
  'chat/chat-room': ['.picture', '.price', 'img', 'label', 's', 'small'],
  'desk/chat/inbox-list': ['.desk-excerpt', '.muted', '.panel', '.small', '.stack'],
  'desk/chat/talk-room': ['.button-outline', '.muted', '.small', '.unbroken', 'form', 'small'],
  'product/chosen-product': ['.zoom', '.zoom-stage', '.zoom-steps'],
  'reviews/review-photos': ['.zoom', '.zoom-stage', '.zoom-steps', 'form'],
  'shell/toasts': ['.toasts-right', '.flash'],
  'ui/form-toast': ['.toasts-right', '.flash'],
  'ui/photo-input': ['img'],
}

/** Adds what a page may get later to its classes and elements (used-rules.ts). */
export function addLater(tokens: Set<string>): Set<string> {
  for (const [bringer, brought] of Object.entries(LATER)) {
    if (bringer === 'page' || tokens.has(`@${bringer}`)) for (const token of brought) tokens.add(token)
  }
  return tokens
}
