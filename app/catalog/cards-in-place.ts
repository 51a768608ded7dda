import { m } from '~/language/messages'
import styles from '~/styles/card-panel.css?inline'
import { announce, bodyOf, get, post, show } from '~/platform/hydration/in-place'

/**
 * Shows on its card where a link of listing cards leads (card-choices.tsx): the colour, or the sizes. The page of the link is fetched, and its
 * picture and sizes are taken over. Comes with the first such click (app/enhance.ts), so that pages don't load it for nothing.
 */
export async function chooseOnCard(link: HTMLAnchorElement, showWork: (work: Promise<void>) => void): Promise<void> {
  const card = link.closest<HTMLElement>('.card-frame')
  if (!card) throw new Error('A link outside of cards.')
  const isColor = !link.matches('.card-sizes')
  const isOpen = card.querySelector('.card-panel') !== null
  closePanels()
  if (isOpen && !isColor) return
  const page = await get(link.href)
  if (isColor) showColor(card, link, page)
  if (isColor && !isOpen) return
  const panel = openPanel(card, page)
  panel.addEventListener('submit', (event) => {
    event.preventDefault()
    const body = bodyOf(panel, event.submitter)
    const plainly = () => {
      panel.append(hidden('size', body.get('size') ?? ''))
      panel.submit()
    }
    showWork(add(panel, body).catch(plainly))
  })
}

/** Shows the card in the colour of a link, in which its other links then lead to the product. */
function showColor(card: HTMLElement, link: HTMLAnchorElement, page: Document): void {
  const color = new URL(link.href).searchParams.get('color') ?? ''
  for (const other of Array.from(card.querySelectorAll('.dots a'))) other.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  for (const to of Array.from(card.querySelectorAll<HTMLAnchorElement>('.card, .card-sizes'))) {
    const url = new URL(to.href)
    url.searchParams.set('color', color)
    to.href = url.href
  }
  const heart = card.querySelector('.heart')
  const saved = heart?.querySelector<HTMLInputElement>('[name=color]') ?? hidden('color', '')
  saved.value = color
  heart?.prepend(saved)
  // Another picture than this one would show on hover.
  card.querySelector('.second')?.remove()
  const images = [card.querySelector('img'), page.querySelector<HTMLImageElement>('.gallery .current img')] as const
  const [from, to] = images.map(pictureOf)
  if (from && to) {
    images[0]?.style.setProperty('object-position', images[1]?.style.objectPosition ?? '')
    for (const source of Array.from(card.querySelectorAll('.card picture > *'))) {
      for (const name of ['srcset', 'src']) {
        const value = source.getAttribute(name)
        if (value !== null) source.setAttribute(name, value.split(from).join(to))
      }
    }
  }
  announce(link.textContent.trim())
}

/** Returns the part of a picture's address that is the same in every width and format, or null. */
function pictureOf(image: Element | null): string | null {
  const [, path] = image?.getAttribute('src')?.split('/images/') ?? []
  // Without the width before it and the format after it.
  return path === undefined ? null : path.slice(path.indexOf('/'), path.lastIndexOf('.'))
}

function closePanels(): void {
  for (const panel of Array.from(document.querySelectorAll('.card-panel'))) panel.remove()
  for (const link of Array.from(document.querySelectorAll('.card-sizes'))) link.setAttribute('aria-expanded', 'false')
}

/** Adds the styles of panels, before the page's own. */
function addStyles(): void {
  if (document.querySelector('style[data-cards]')) return
  const style = document.createElement('style')
  style.dataset.cards = ''
  style.textContent = styles
  document.head.prepend(style)
}

/** Opens the sizes of a product's page on its card, each a button that adds it. */
function openPanel(card: HTMLElement, page: Document): HTMLFormElement {
  addStyles()
  const link = card.querySelector('.card-sizes')
  const buy = page.querySelector('#buy')
  const color = buy?.querySelector<HTMLInputElement>('[name=color]:checked')
  const panel = document.createElement('form')
  panel.className = 'card-panel'
  panel.method = 'post'
  panel.action = '/cart'
  panel.tabIndex = -1
  panel.setAttribute('aria-label', link?.textContent?.trim() ?? '')
  panel.append(
    ...Array.from(buy?.querySelectorAll<HTMLInputElement>('[type=hidden]') ?? [], ({ name, value }) =>
      hidden(name, value),
    ),
  )
  panel.append(hidden('intent', 'add'))
  if (color) {
    panel.append(hidden('color', color.value), text(color.closest('label')?.textContent?.trim() ?? ''))
  }
  const sizes = Array.from(buy?.querySelectorAll<HTMLInputElement>('[name=size]') ?? [])
  const choices = document.createElement('div')
  choices.className = 'choices'
  choices.append(...sizes.map(sizeButton))
  const add = buy?.querySelector('.buy-bar button')
  if (sizes.length > 0) panel.append(choices)
  else if (add) panel.append(document.importNode(add, true))
  if (!add) panel.append(text(page.querySelector('#back-in-stock h2')?.textContent?.trim() ?? ''))
  card.append(panel)
  link?.setAttribute('aria-expanded', 'true')
  panel.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'nearest' })
  return panel
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  return input
}

function text(words: string): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = words
  return paragraph
}

/** Returns the button of a size, with what its page says of its stock. */
function sizeButton({ value, disabled, parentElement }: HTMLInputElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.name = 'size'
  button.value = value
  button.disabled = disabled
  button.append(value, ...Array.from(parentElement?.querySelectorAll('small') ?? []))
  return button
}

/** Adds what a panel's form says. Shows the page that the shop responds with if that isn't the cart with it. */
async function add(panel: HTMLFormElement, body: URLSearchParams): Promise<void> {
  const page = await post(panel.action, body)
  const next = new DOMParser().parseFromString(page.html, 'text/html')
  if (page.url.pathname !== '/cart' || next.querySelector('.flash[role=alert]')) return show(page)
  const count = next.querySelector('header a[href="/cart"]')
  for (const link of Array.from(document.querySelectorAll('header a[href="/cart"], .floating-cart')))
    if (count) link.innerHTML = count.innerHTML
  const added = text(`${m.cards_in_cart({ size: body.get('size') ?? '1' })} `)
  const cart = document.createElement('a')
  cart.className = 'link'
  cart.href = '/cart'
  cart.textContent = m.cards_view_cart()
  added.append(cart)
  panel.querySelector('.added')?.remove()
  added.className = 'added'
  panel.append(added)
  announce(added.textContent ?? '')
}
