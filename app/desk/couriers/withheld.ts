/** Returns the words for the tax year that ends with June of `year`. */
export const taxYear = (year: number) => `${year - 1}–${String(year % 100).padStart(2, '0')}`

/** Returns an amount in paisa as a number for spreadsheets, in rupees; '' for none. */
export const inRupees = (paisa: number | null) => (paisa === null ? '' : paisa / 100)
