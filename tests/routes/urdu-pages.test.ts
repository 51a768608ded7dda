import { NodeType, type HTMLElement, type Node } from 'node-html-parser'
import { beforeAll, expect, test } from 'vitest'
import { dom } from '../support/page-dom.ts'
import { everyPageType } from '../support/page-types.ts'
import type { Page } from '../support/visitor.ts'

let pages: Map<string, Page>
beforeAll(async () => {
  pages = await everyPageType({ isUrdu: true })
})

const isElement = (node: Node): node is HTMLElement => node.nodeType === NodeType.ELEMENT_NODE
const SPOKEN = ['alt', 'aria-label', 'aria-roledescription', 'title', 'placeholder', 'data-pending'] as const

/** Brands, kinds of files, sizes and other Latin words that docs/urdu.md keeps. */
const KEPT =
  /^(Chambeli|PayFast|VISA|Mastercard|WhatsApp|Google|discord|instagram|twitter|JavaScript|JPEG|PNG|WebP|PDF|English|X+L|D{2,3})$/i
/** The names and addresses of the sample's people and of this test's, and of rows that other tests make without Urdu. */
const TYPED =
  /\b([A-Z][a-z]+ [0-9a-f]{8}|Sana Malik|Ayesha Khan|Hira Ahmed|Mahnoor Shah|Sana Rauf|Nadia Iqbal|7 Canal Road|Faisalabad|(Ayesha|Mahnoor|Hira|Zainab|Nimra|Sana) [A-Z]\.|nothing-like-it)/g
const CODES = /[\w.+-]+@[\w.-]+|https?:\S+|ORD-?[\w…-]+|03XX\sX+/g
const COOKIE = /^\s*(website_|addtocartItems|__Host-|__Secure-)/

/** Returns the texts of an element that are read in the page's language, with those that only screen readers say. */
function textsOf(element: HTMLElement): string[] {
  if (/^(script|style|template|noscript|head|svg)$/i.test(element.rawTagName ?? '')) return []
  if (element.getAttribute('lang') === 'en' || COOKIE.test(element.text)) return []
  const spoken = SPOKEN.flatMap((name) => element.getAttribute(name) ?? [])
  return [
    ...spoken,
    ...element.childNodes.flatMap((node) =>
      isElement(node) ? textsOf(node) : node.nodeType === NodeType.TEXT_NODE ? [node.text] : [],
    ),
  ]
}

/** Returns the text, if words of it are neither Urdu nor among what the page marks as English elsewhere, such as a product's name. */
const englishIn = (text: string, marked: readonly string[]) =>
  (
    marked
      .reduce((rest, name) => rest.replaceAll(name, ' '), text)
      .replace(CODES, ' ')
      .replace(TYPED, ' ')
      .match(/[A-Za-z]{3,}/g) ?? []
  ).some((word) => !KEPT.test(word))
    ? [text.trim()]
    : []

test('says everything in Urdu but what is marked as English, names and codes (UR-07)', () => {
  const left = [...pages].flatMap(([name, page]) => {
    const document = dom(page)
    const body = document.querySelector('body')
    const title = document.querySelector('title')?.text ?? ''
    const marked = document
      .querySelectorAll('[lang="en"]')
      .map(({ text }) => text.trim())
      .filter((text) => /[A-Za-z]{3}/.test(text))
      .toSorted((one, other) => other.length - one.length)
    return [title, ...(body ? textsOf(body) : [])]
      .flatMap((text) => englishIn(text, marked))
      .map((text) => `${name}: ${text.slice(0, 80)}`)
  })
  expect([...new Set(left)]).toEqual([])
})

test('has every page type in Urdu, from right to left', () => {
  expect(pages.size).toBeGreaterThan(45)
  for (const [name, { status, html }] of pages) {
    expect([name, status]).not.toEqual([name, 500])
    if (html.includes('<html')) expect([name, html.includes('<html lang="ur" dir="rtl" ')]).toEqual([name, true])
  }
})
