/** Whether a cell has a number in scientific notation, such as `2.50311E+13`, which spreadsheets make of a long one. */
export function isShortened(cell: string): boolean {
  return /^-?(?:\d+[.,]\d+e\+?|\d+e\+)\d+$/i.test(cell.trim())
}

/** What to do about it. */
export const SHORTENED =
  'A spreadsheet has shortened this number, and its last digits are lost. Please save the file again with this column as text.'
