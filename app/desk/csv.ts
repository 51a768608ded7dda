/**
 * Begins a formula in a spreadsheet: a cell that shoppers wrote could fetch an address or start a program there. Also within a text, since
 * a spreadsheet that separates cells by semicolons or tabs takes the quotes for text. Apostrophes count, since `toCsv` puts one before it,
 * and `fromCell` takes it away.
 */
const FORMULA = /(^|[;|\t-\r\u2028\u2029]"*)('*[=+\-@])/g
const HARMLESS = /(^|[;|\t-\r\u2028\u2029]"*)'('*[=+\-@])/g
/** Begins a formula too, since spreadsheets leave it out. */
const BLANK = /^'*[\t\r]/

/** Returns rows as CSV for spreadsheets: UTF-8 with its mark, every text in quotes, and no text a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell))).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function quoted(text: string): string {
  const harmless = (BLANK.test(text) ? "'" : '') + text.replaceAll(FORMULA, "$1'$2")
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Returns the text of a cell that `toCsv` wrote: without the apostrophes that made it harmless. */
export function fromCell(cell: string): string {
  const text = BLANK.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell
  return text.replaceAll(HARMLESS, '$1$2')
}

/** Returns a response that the browser saves as a file, and that nothing on the way stores. */
export function csvFile(name: string, rows: readonly (readonly (string | number)[])[]): Response {
  return new Response(toCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
