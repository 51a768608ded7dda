import { NodeType, type HTMLElement, type Node } from 'node-html-parser'
import { beforeAll, expect, test } from 'vitest'
import { dom, words } from '../support/page-dom.ts'
import { everyPageType } from '../support/page-types.ts'
import type { Page } from '../support/visitor.ts'

// The text of a page as w3m, lynx and screen readers get it, without pictures and styles.

/** Text browsers don't know `details` and `nav`, so their contents are part of the line. */
const INLINE = /^(a|abbr|b|bdi|code|details|em|i|label|nav|output|s|shop-place|small|span|strong|summary|time)$/
const UNSEEN = /^(script|style|template|svg|title|head)$/

let pages: Map<string, Page>
beforeAll(async () => {
  pages = await everyPageType()
})

const isElement = (node: Node): node is HTMLElement => node.nodeType === NodeType.ELEMENT_NODE

/** Returns a page's text in order, each piece with its element; null where a block or a control begins or ends. */
function pieces(element: HTMLElement): ({ text: string; from: HTMLElement } | null)[] {
  return element.childNodes.flatMap((node) => {
    if (!isElement(node)) return node.nodeType === NodeType.TEXT_NODE ? [{ text: node.text, from: element }] : []
    const tag = node.rawTagName?.toLowerCase() ?? ''
    if (UNSEEN.test(tag)) return []
    return INLINE.test(tag) ? pieces(node) : [null, ...pieces(node), null]
  })
}

/** Returns the places where the last word of an element touches the first word of the next. */
function joints(element: HTMLElement): string[] {
  const all = pieces(element)
  return all.flatMap((piece, place) => {
    const next = all[place + 1]
    if (!piece || !next || piece.from === next.from) return []
    const isJoint = /[^\s(“/]$/.test(piece.text) && /^[^\s).,:;!?”%’/]/.test(next.text)
    return isJoint ? [`${piece.text.slice(-20)}|${next.text.slice(0, 20)}`] : []
  })
}

const textOf = (element: HTMLElement) =>
  [words(element), ...element.querySelectorAll('img').map((image) => image.getAttribute('alt') ?? '')].join('').trim()

test('checks every page type', () => {
  expect(pages.size).toBeGreaterThan(45)
  for (const [name, { status }] of pages) expect([name, status]).not.toEqual([name, 500])
})

test('gives every link, button and summary a text or a picture with a text', () => {
  for (const [name, page] of pages) {
    const silent = dom(page)
      .querySelectorAll('a[href], button, summary')
      .filter((element) => textOf(element) === '' && element.getAttribute('aria-hidden') !== 'true')
    expect([name, silent.map((element) => element.outerHTML.slice(0, 160))]).toEqual([name, []])
  }
})

test('gives every radio button and checkbox a label', () => {
  for (const [name, page] of pages) {
    const silent = dom(page)
      .querySelectorAll('input[type=radio], input[type=checkbox]')
      .filter((input) => words(input.closest('label')) === '')
    expect([name, silent.map((input) => input.outerHTML)]).toEqual([name, []])
  }
})

test('separates the words of adjacent elements', () => {
  const found = [...pages].flatMap(([name, page]) => {
    const body = dom(page).querySelector('body')
    return body ? joints(body).map((joint) => `${name}: ${joint}`) : []
  })
  expect([...new Set(found)]).toEqual([])
})

test('skips the checkout’s hidden button with Tab', () => {
  for (const name of ['/checkout of somebody new', '/checkout refused', '/checkout of a shopper']) {
    const page = pages.get(name)
    const [first] = page
      ? dom(page).querySelectorAll('main .checkout-form button, main .checkout-form input:not([type=hidden])')
      : []
    expect([name, first?.getAttribute('name')]).toEqual([name, 'email'])
  }
})
