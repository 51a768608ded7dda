/** The file that enhances pages (app/enhance.ts). */
interface Enhancements {
  /** Hydrates one area or, for null, every area that doesn't wait for an interaction. */
  hydrate: (area: HTMLElement | null) => Promise<void>
}

/** How long a click waits for its area. */
const REPLAY_TIMEOUT_MS = 5_000

/** How long the browser may be busy before hydration starts anyway. */
const IDLE_TIMEOUT_MS = 4_000

/** The memory of a cheap phone. Since version 147 Chromium reports at least 1 on Android and 2 elsewhere, and other browsers nothing. */
const SMALL_MEMORY_GB = 2

/** Not in the types of TypeScript: Chromium only. */
type WithHints = Navigator & {
  connection?: { saveData?: boolean; effectiveType?: string }
  deviceMemory?: number
}

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** Whether an area still waits for React. `data-plain` marks one that failed to load. */
const isWaiting = ({ dataset }: HTMLElement) => dataset.live === undefined && dataset.plain === undefined

/**
 * Decides when React comes to a page. It is the only script that pages load by themselves, so it is small and imports nothing at once.
 *
 * - It loads the enhancements after `load`, when the browser is idle, if the page has an area with `data-arrival=idle` and the
 *   connection is good and the device isn't small; otherwise on the first interaction with an area, a menu or a form that posts.
 * - Clicks on `[data-replay]` wait for their area. If it fails to load, the click goes on as a plain form or link.
 *
 * Without this file, and in browsers that lack what the enhancements need, forms and links work as the server sent them.
 */
export function startHydrationLoader(load: () => Promise<Enhancements>): void {
  restoreView()
  if (!isSupported()) return
  let loading: Promise<Enhancements> | undefined
  const hydrate = async (area: HTMLElement | null) => (await (loading ??= load())).hydrate(area)
  hydrateOnTouch(hydrate, () => loading !== undefined)
  replayClicks(hydrate)
  if (wantsHydrationWhenIdle()) whenIdle(() => void hydrate(null).catch(() => undefined))
}

/** What browsers don't do themselves on arrival or on return. */
function restoreView(): void {
  // Browsers ignore `autofocus` when the URL has a fragment.
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[autofocus]')?.focus()
  // On phones the account navigation and the tabs of a page are strips that scroll; the current entry may be outside.
  const here = document.querySelector<HTMLElement>('.profile-nav [aria-current], .choice-links [aria-current]')
  const strip = here?.closest('ul')
  if (here && strip) strip.scrollLeft += middleOf(here) - middleOf(strip)
  // The back/forward cache restores what was typed into forms that the server's page has changed since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of Array.from(document.querySelectorAll<HTMLFormElement>('form[autocomplete=off]'))) {
      if (!form.closest('[data-live]')) form.reset()
    }
  })
}

function middleOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  return (left + right) / 2
}

/** Whether the browser has what the enhancements use. Their syntax is compiled for the browsers in package.json. */
function isSupported(): boolean {
  return 'flatMap' in Array.prototype && 'AbortController' in window && 'append' in document
}

function hydrateOnTouch(hydrate: (area: HTMLElement | null) => Promise<void>, isLoading: () => boolean): void {
  const touch = (target: EventTarget | null) => {
    const area = closest(target, '[data-area]')
    const isWanted = area ? isWaiting(area) : !isLoading() && closest(target, 'form[method=post],header details')
    if (!isWanted) return
    hydrate(area).catch(() => {
      if (area) area.dataset.plain = ''
    })
  }
  for (const type of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'change']) {
    window.addEventListener(type, ({ target }) => touch(target), true)
  }
  // Somebody may have begun to type before this file came.
  const { activeElement: active } = document
  if (active instanceof HTMLInputElement && active.value !== active.defaultValue) touch(active)
}

function replayClicks(hydrate: (area: HTMLElement | null) => Promise<void>): void {
  window.addEventListener(
    'click',
    (event) => {
      const button = closest(event.target, '[data-replay]')
      const area = button && closest(button, '[data-area]')
      if (!area || !isWaiting(area)) return
      event.preventDefault()
      event.stopPropagation()
      let isDone = false
      const replay = () => {
        if (isDone) return
        isDone = true
        if (area.dataset.live === undefined) area.dataset.plain = ''
        if (button.isConnected) button.click()
      }
      hydrate(area).then(replay, replay)
      setTimeout(replay, REPLAY_TIMEOUT_MS)
    },
    true,
  )
}

function wantsHydrationWhenIdle(): boolean {
  const { connection, deviceMemory = Infinity } = navigator as WithHints
  const isSlow = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')
  const isSmall = deviceMemory <= SMALL_MEMORY_GB
  return !isSlow && !isSmall && document.querySelector('[data-arrival=idle]') !== null
}

/** Calls back once the page has loaded and the browser is idle. Safari has no `requestIdleCallback`. */
function whenIdle(callback: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(callback, 200)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait)
}
