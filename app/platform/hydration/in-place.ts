import { endAreas, hydrateIdleAreas, updateArea } from './areas'
import { followedLink } from './forms'

/** Elements with this attribute are replaced by a visit, as are areas. The rest of the page stays. */
const PART = 'data-part'

/** The key in the history's state of how far a page was scrolled when it was left in place. */
const SCROLLED = 'scrolled'

/** The page's own styles. */
const STYLES = 'style[data-own]'

let visiting: AbortController | undefined

/** The path and query of the page that is shown. */
let shownUrl = ''

/**
 * Navigates to another URL of the same page without leaving the document: fetches it and updates the areas and parts. Focus,
 * scroll position and input stay. Falls back to a normal navigation. A newer visit aborts an older one. `isBack` means that the
 * browser has already moved in its history.
 */
export async function visit(url: string, { isBack = false } = {}): Promise<void> {
  visiting?.abort()
  const mine = new AbortController()
  visiting = mine
  try {
    const response = await fetch(url, { headers: { Accept: 'text/html' }, signal: mine.signal })
    const text = await response.text()
    if (mine.signal.aborted) return
    const { pathname, search } = new URL(response.url)
    if (!response.ok || pathname !== window.location.pathname) return window.location.assign(url)
    if (!isBack) {
      window.history.replaceState({ ...window.history.state, [SCROLLED]: window.scrollY }, '')
      window.history.pushState(null, '', pathname + search + window.location.hash)
    }
    const scrolled: unknown = isBack ? window.history.state?.[SCROLLED] : undefined
    const messages = await updatePage(text, mine.signal)
    if (mine.signal.aborted) return
    // The browser has scrolled before the page had its former length.
    if (typeof scrolled === 'number') window.scrollTo(0, scrolled)
    // There is always something to say: at least the page's title, as after a navigation.
    announce(messages || document.title)
    await hydrateIdleAreas()
  } catch {
    if (!mine.signal.aborted) window.location.assign(url)
  }
}

/** A fetched page of the shop with its URL after redirects. */
export interface FetchedPage {
  url: URL
  html: string
}

/** Returns the body of a form that is submitted by `submitter`. */
export function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Array.from(new FormData(form))) if (typeof value === 'string') body.append(name, value)
  if (submitter instanceof HTMLButtonElement && submitter.name) body.append(submitter.name, submitter.value)
  return body
}

/** Returns another page of the shop. Throws when it can't be had. */
export async function get(url: string): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(`${url} responds with ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Posts a form's body and returns the resulting page. Throws when the shop can't be reached. */
export async function post(action: string, body: URLSearchParams): Promise<FetchedPage> {
  const response = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/html' } })
  return { url: new URL(response.url), html: await response.text() }
}

/**
 * Shows a fetched page. If it is a different page, the document is replaced rather than loaded again, which would lose its flash
 * message.
 */
export async function show({ url, html }: FetchedPage): Promise<void> {
  if (url.pathname === window.location.pathname) {
    announce(await updatePage(html))
    return hydrateIdleAreas()
  }
  window.history.pushState(null, '', url.pathname + url.search + url.hash)
  document.open()
  document.write(html)
  document.close()
  restart()
}

let restart = () => {}

/** Sets what starts the enhancements of a document that `show` has replaced: it has lost its listeners, and runs no module twice. */
export function onShow(start: () => void): void {
  restart = start
}

/**
 * Returns the messages of the parts that were replaced. Areas have regions of their own, which stay in the page. Ends early when `signal`
 * says that a newer visit has begun, which replaces all of them.
 */
async function updatePage(html: string, signal?: AbortSignal): Promise<string> {
  const messages: string[] = []
  const next = new DOMParser().parseFromString(html, 'text/html')
  shownUrl = window.location.pathname + window.location.search
  document.title = next.title
  // A tab may have a sheet of its own.
  const [styles, nextStyles] = [document.querySelector(STYLES), next.querySelector(STYLES)]
  if (styles && nextStyles) styles.textContent = nextStyles.textContent
  for (const part of Array.from(document.querySelectorAll(`[${PART}]`))) {
    const replacement = next.querySelector(`[${PART}="${part.getAttribute(PART)}"]`)
    if (!replacement) continue
    await endAreas(part)
    if (signal?.aborted) return ''
    const hadFocus = part.contains(document.activeElement)
    const shownPart = document.importNode(replacement, true)
    part.replaceWith(shownPart)
    messages.push(messagesIn(shownPart))
    // The focused element may be gone, so move the focus to the new part.
    if (hadFocus && shownPart instanceof HTMLElement) {
      shownPart.tabIndex = -1
      shownPart.focus({ preventScroll: true })
    }
  }
  const areas = Array.from(document.querySelectorAll<HTMLElement>('[data-area]'))
  const nextAreas = Array.from(next.querySelectorAll<HTMLElement>('[data-area]'))
  for (const name of new Set(areas.map(({ dataset }) => dataset.area))) {
    const same = nextAreas.filter(({ dataset }) => dataset.area === name)
    const pairs = areas.filter(({ dataset }) => dataset.area === name)
    for (const [index, element] of Array.from(pairs.entries())) {
      const replacement = same[index]
      if (replacement) await updateArea(element, replacement)
      if (signal?.aborted) return ''
    }
  }
  return messages.filter(Boolean).join(' ')
}

/**
 * Follows links with `data-in-place`, and Back and Forward between them, without leaving the document. Each visit is given to `showWork`,
 * which shows that it is going on.
 */
export function followInPlace(showWork: (visit: Promise<void>) => void): void {
  shownUrl = window.location.pathname + window.location.search
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (link?.dataset.inPlace === undefined) return
    event.preventDefault()
    showWork(visit(link.href))
  })
  window.addEventListener('popstate', () => {
    const address = window.location.pathname + window.location.search
    // Only the hash has changed.
    if (address !== shownUrl) showWork(visit(address, { isBack: true }))
  })
}

let region: HTMLElement | undefined

/** Screen readers announce what changes in a region that has existed for a moment, also when it is the same text again. */
const DELAY_MS = 100

/** Tells screen readers a short text, such as what a change in place has led to. */
export function announce(text: string): void {
  if (text === '') return
  if (!region?.isConnected) {
    region = document.createElement('p')
    region.className = 'hidden-visually'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  const added = region
  added.textContent = ''
  setTimeout(() => (added.textContent = text), DELAY_MS)
}

/** Returns the messages of a part of a page, which aren't announced by themselves when the part is replaced as a whole. */
function messagesIn(part: Element): string {
  const messages = Array.from(part.querySelectorAll('[role=status], [role=alert]'))
  return messages.map(({ textContent }) => textContent.trim().replace(/\s+/g, ' ')).join(' ')
}
