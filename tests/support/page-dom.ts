import { parse, type HTMLElement } from 'node-html-parser'
import type { Page } from './visitor.ts'

/** Parses a page for selectors. */
export function dom({ html }: Pick<Page, 'html'>): HTMLElement {
  return parse(html, { comment: false })
}

/** Returns an element's text with white space collapsed. */
export function words(element: HTMLElement | null): string {
  return element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
}

/** Returns the text of every match. */
export function all(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map((element) => words(element))
}

/** Returns the target of every matching link. */
export function links(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute('href') ?? '')
}

export function section(root: HTMLElement, heading: string): HTMLElement {
  const found = root
    .querySelectorAll('main section')
    .find((element) => words(element.querySelector('h2')).startsWith(heading))
  if (!found) throw new Error(`No section ${heading}.`)
  return found
}

/** Returns the label of a field in the page's main form. */
export function labelOf(root: HTMLElement, name: string): string {
  const id = root.querySelector(`main [name=${name}]`)?.getAttribute('id')
  return words(root.querySelector(`main label[for="${id}"]`))
}
