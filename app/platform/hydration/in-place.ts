import { endAreas, hydrateIdleAreas, updateArea } from './areas'
import { followedLink } from './forms'

/** What a visit replaces: the areas, and the elements that say so. Everything else of the page stays as it is. */
const PART = 'data-part'

let visiting: AbortController | undefined

/** The address whose page is shown. */
let shown = ''

/**
 * Goes to another address of the same page without leaving the document: fetches it and takes over its areas' props and its
 * parts. Focus, scroll and what is typed stay. Falls back to loading the address. A later visit ends an earlier one. `isBack` for a
 * step in the history that the browser has made already.
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
    if (!isBack) window.history.pushState(null, '', pathname + search + window.location.hash)
    await takeOver(text)
  } catch {
    if (!mine.signal.aborted) window.location.assign(url)
  }
}

/** A page of the shop as it was fetched, with the address it came from in the end. */
export interface FetchedPage {
  url: URL
  html: string
}

/** What a form would post when this button sends it. */
export function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const body = new URLSearchParams()
  for (const [name, value] of Array.from(new FormData(form))) if (typeof value === 'string') body.append(name, value)
  if (submitter instanceof HTMLButtonElement && submitter.name) body.append(submitter.name, submitter.value)
  return body
}

/** Posts a form's body and returns the page that it leads to. Throws when the shop can't be reached. */
export async function post(action: string, body: URLSearchParams): Promise<FetchedPage> {
  const response = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/html' } })
  return { url: new URL(response.url), html: await response.text() }
}

/**
 * Shows a fetched page. Where it is another page than this one, the whole document is replaced: fetching it again would lose a
 * message that is shown once.
 */
export async function show({ url, html }: FetchedPage): Promise<void> {
  if (url.pathname === window.location.pathname) return takeOver(html)
  window.history.pushState(null, '', url.pathname + url.search + url.hash)
  document.open()
  document.write(html)
  document.close()
}

async function takeOver(html: string): Promise<void> {
  const next = new DOMParser().parseFromString(html, 'text/html')
  shown = window.location.pathname + window.location.search
  document.title = next.title
  for (const part of Array.from(document.querySelectorAll(`[${PART}]`))) {
    const replacement = next.querySelector(`[${PART}="${part.getAttribute(PART)}"]`)
    if (!replacement) continue
    await endAreas(part)
    const hadFocus = part.contains(document.activeElement)
    const shownPart = document.importNode(replacement, true)
    part.replaceWith(shownPart)
    // The button or link that had the focus may be gone: keyboards continue from the part that replaces it.
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
    for (const [place, element] of Array.from(pairs.entries())) {
      const replacement = same[place]
      if (replacement) await updateArea(element, replacement)
    }
  }
  await hydrateIdleAreas()
}

/** Links that say `data-in-place` stay in the document, and Back and Forward between them do too. */
export function followInPlace(): void {
  shown = window.location.pathname + window.location.search
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (link?.dataset.inPlace === undefined) return
    event.preventDefault()
    void visit(link.href)
  })
  window.addEventListener('popstate', () => {
    const address = window.location.pathname + window.location.search
    // A step between places of one page fetches nothing.
    if (address !== shown) void visit(address, { isBack: true })
  })
}
