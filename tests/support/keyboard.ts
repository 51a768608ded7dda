import { freshPhone } from './checkout.ts'

export type Key = 'Enter' | 'Escape' | 'Tab' | 'Space' | 'ArrowDown'

/** A browser that only the keyboard controls. */
export interface Keyboard {
  press: (key: Key) => Promise<void>
  type: (text: string) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
  /** Waits until an expression has this value. */
  becomes: (expression: string, value: unknown) => Promise<void>
  /** Runs at each new page. */
  onPage?: (path: string) => Promise<void>
  /** Runs when the focus has moved. */
  onFocus?: (name: string) => Promise<void>
}

const PATH = 'location.pathname'
const HEADING = "document.querySelector('h1')?.textContent.trim()"
/** The focused element's name, as far as the shop's controls have one. */
const NAME = `(() => {
  const { activeElement: e } = document
  return (e?.ariaLabel ?? e?.labels?.[0]?.textContent ?? e?.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 80)
})()`
const FOCUSED =
  "document.activeElement === document.body ? null : [document.activeElement.name, document.activeElement.value].join('=')"
/** More than any page needs. */
const MOST_STOPS = 200

/** Presses Tab until an element with this name has the focus. */
export async function reach(keyboard: Keyboard, wanted: RegExp, expression = NAME): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_STOPS) {
    await keyboard.press('Tab')
    const found = String(await keyboard.evaluate(expression))
    await keyboard.onFocus?.(found)
    if (wanted.test(found)) return
    passed.push(found)
  }
  throw new Error(`Tab never came to ${wanted}, but to: ${passed.join(' | ')}`)
}

/** Goes to a group of radio buttons and chooses one by the arrow keys. */
async function choose(keyboard: Keyboard, name: string, value: string): Promise<void> {
  await reach(keyboard, new RegExp(`^${name}=`), FOCUSED)
  for (let step = 0; step < 12; step += 1) {
    if ((await keyboard.evaluate(FOCUSED)) === `${name}=${value}`) break
    await keyboard.press('ArrowDown')
    await keyboard.onFocus?.(`${name}, by an arrow`)
  }
  if ((await keyboard.evaluate('document.activeElement.checked')) !== true) await keyboard.press('Space')
  await keyboard.becomes(`document.querySelector('input[name=${name}]:checked')?.value`, value)
}

/** Presses Enter, and waits for the page that it leads to. */
async function enter(keyboard: Keyboard, path: string): Promise<void> {
  await keyboard.press('Enter')
  await keyboard.becomes(PATH, path)
  await keyboard.becomes("document.readyState === 'complete'", true)
  await keyboard.onPage?.(path)
}

/** From the home page buys a nightgown, by the keyboard alone: searches, logs in, and pays cash on delivery. */
export async function buyByKeyboard(
  keyboard: Keyboard,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await reach(keyboard, /^Search products/)
  await keyboard.type('satin nightgown')
  await enter(keyboard, '/product-listing')
  await reach(keyboard, /^Satin nightgown with lace hem/)
  await enter(keyboard, '/product/satin-nightgown-with-lace-hem')
  await choose(keyboard, 'size', 'M')
  await reach(keyboard, /^Add to Cart/)
  await enter(keyboard, '/cart')
  await reach(keyboard, /^Go to Checkout/)
  await keyboard.press('Enter')
  await keyboard.becomes("document.querySelector('[role=dialog], dialog[open]') !== null", true)
  if (!String(await keyboard.evaluate(NAME)).startsWith('Login')) await reach(keyboard, /^Login$/)
  await enter(keyboard, '/login')
  await reach(keyboard, /^E-mail or phone/)
  await keyboard.type(email)
  await reach(keyboard, /^Password/)
  await keyboard.type(password)
  await enter(keyboard, '/checkout')
  const delivery = {
    firstName: 'Nadia',
    lastName: 'Iqbal',
    address: '7 Canal Road',
    city: 'Faisalabad',
    phone: freshPhone(),
  }
  for (const [name, value] of Object.entries(delivery)) {
    await reach(keyboard, new RegExp(`^${name}=`), FOCUSED)
    await keyboard.type(value)
  }
  await choose(keyboard, 'payment', 'cod')
  await reach(keyboard, /^Place Order/)
  await keyboard.press('Enter')
  await keyboard.becomes(HEADING, 'Order Placed Successfully')
  await keyboard.onPage?.('/checkout/placed')
}
