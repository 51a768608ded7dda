import { HEADINGS, type Column } from './columns'
import type { ImportProblem } from './imports.server'

type Words = (problem: { value: string; line: number }) => string

/** The reasons of the database function `shop.compare_import`, in words for the operator. */
const PROBLEMS: Record<string, Words> = {
  cells: ({ value }) =>
    `the row has ${value === '1' ? '1 cell' : `${value} cells`}, another number than there are headings.`,
  missing: () => 'please enter something here.',
  address: ({ value }) =>
    `“${value}” is no address. Use small letters, digits and single hyphens, such as cotton-gown.`,
  doubled: ({ line }) => `row ${line} is about the same product and size.`,
  differs: ({ value, line }) => `“${value}” differs from row ${line}, which is about the same product.`,
  long: ({ value }) => `please use at most ${value} characters.`,
  state: ({ value }) => `“${value}” is no state. Use published, draft or archived.`,
  lacks: ({ value }) => `it can’t be published yet, since it lacks: ${value}. Write draft, and publish it on its page.`,
  category: ({ value }) => `there is no category “${value}”.`,
  color: ({ value }) => `there is no colour “${value}”. Several are written as Black | Red.`,
  attribute: ({ value }) =>
    `there is no “${value}”. Write the attribute and its value, such as Sleeves: Long | Rise: High.`,
  size: ({ value }) =>
    `no product of the shop has the size “${value}”. If it is meant, upload the file again and allow new sizes.`,
  price: ({ value }) => `“${value}” is no price in rupees. Write 2499 or 2499.50.`,
  zero: () => 'the price must be above zero.',
  negative: ({ value }) => `${value} is below zero.`,
  formula: ({ value }) => `“${value}” is a formula. Please enter the number itself.`,
  percent: ({ value }) => `“${value}” is no discount. Write per cent from 0 to 99.99, without a sign.`,
  pieces: ({ value }) =>
    `“${value}” is no stock. Write whole pieces from 0 to 100000, or nothing if they aren’t counted.`,
  by_color: ({ value }) =>
    `the pieces of ${value} are counted by colour, and this is their sum. Change “${HEADINGS.stock_by_color}”.`,
  color_pieces: ({ value }) =>
    `“${value}” is no colour with its pieces. Write Black 3 | Pink 0, from 0 to 100000, or “not counted” for a number.`,
  not_its_color: ({ value }) => `the product has no colour “${value}”.`,
  color_twice: ({ value }) => `the colour of “${value}” is there twice.`,
  yes_no: ({ value }) => `“${value}” is neither yes nor no.`,
  fixed: ({ value }) => `this can’t be changed by a file; it is “${value}”.`,
  sku_taken: ({ value }) => `another product has the article number “${value}”.`,
  stock_was: ({ value }) =>
    `the stock was changed since the file was exported, and is ${value || 'not counted'} now. Correct “Stock was” too, or export again.`,
  colors_was: () => 'the stock was changed since the file was exported. Please export it again.',
  saved_since: () => 'the product was changed since the file was exported. Please export it again.',
}

/** Returns what is wrong with a row, with the column's heading. */
export function problemWords({ column, reason, value, line }: ImportProblem): string {
  const words = PROBLEMS[reason]?.({ value: value ?? '', line: line ?? 0 }) ?? 'this can’t be read.'
  const heading = columnName(column)
  return heading ? `${heading}: ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the heading of a column, or an empty text. */
export function columnName(column: string): string {
  return Object.hasOwn(HEADINGS, column) ? HEADINGS[column as Column] : ''
}
