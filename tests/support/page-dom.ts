import { parse, type HTMLElement } from 'node-html-parser'
import type { Page } from './visitor.ts'

/** A page to ask by selectors. */
export function dom({ html }: Pick<Page, 'html'>): HTMLElement {
  return parse(html, { comment: false })
}

/** An element's words, white space collapsed and comments gone. */
export function words(element: HTMLElement | null): string {
  return element?.textContent.replace(/\s+/g, ' ').trim() ?? ''
}

/** The words of everything that matches. */
export function all(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map((element) => words(element))
}

/** Where every link that matches leads. */
export function links(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute('href') ?? '')
}

/** The section under a heading of these words. */
export function section(root: HTMLElement, heading: string): HTMLElement {
  const found = root
    .querySelectorAll('main section')
    .find((element) => words(element.querySelector('h2')).startsWith(heading))
  if (!found) throw new Error(`No section ${heading}.`)
  return found
}

/** The words of the label of a field of the page's main form, found by its name. */
export function labelOf(root: HTMLElement, name: string): string {
  const id = root.querySelector(`main [name=${name}]`)?.getAttribute('id')
  return words(root.querySelector(`main label[for="${id}"]`))
}
