import { expect, test } from 'vitest'
import { csvFile, toCsv } from '../../app/desk/csv.ts'

const MARK = '\uFEFF'

test('texts are in quotes, numbers are not, and quotes are doubled', () => {
  expect(
    toCsv([
      ['City', 'Sum'],
      ['Dera "Ismail", Khan\nPakistan', -12.5],
    ]),
  ).toBe(`${MARK}"City","Sum"\r\n"Dera ""Ismail"", Khan\nPakistan",-12.5\r\n`)
})

test('attack: a text that begins a formula becomes plain text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', `=cmd|' /C calc'!A0`])
    expect(toCsv([[text]])).toBe(`${MARK}"'${text}"\r\n`)
  for (const mark of ['\t', '\r']) expect(toCsv([[`${mark}=1`]])).toBe(`${MARK}"'${mark}'=1"\r\n`)
  // With other separators than commas, a spreadsheet takes what follows one within a text for a cell.
  for (const mark of [';', '\t', '|', '\n', '\r\n', ';"', '\u2028'])
    expect(toCsv([[`Lahore${mark}=1`]])).toBe(`${MARK}"Lahore${mark.replaceAll('"', '""')}'=1"\r\n`)
  for (const text of ['Lahore', ' =1', 'a=b', '']) expect(toCsv([[text]])).toBe(`${MARK}"${text}"\r\n`)
})

test('a file is saved under its name, and stored nowhere on the way', () => {
  expect(Object.fromEntries(csvFile('sales', []).headers)).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="sales.csv"',
    'cache-control': 'private, no-store',
  })
})
