/** What the rows of a settlement come to (database function `settlement_lines`), and the parcels that it lacks. */
export const OUTCOMES = {
  paid: 'Paid in full',
  short: 'Too little',
  over: 'Too much',
  returned: 'Came back',
  missing: 'Not in the file',
  unknown: 'No such order',
  repeated: 'Paid before',
  unreadable: 'No amount',
  owed: 'Owed',
} as const
export type SettlementOutcome = keyof typeof OUTCOMES

/** What columns of a settlement hold, each with its label and how couriers call it. */
export const COLUMNS = {
  tracking: { label: 'Tracking number', pattern: /track|consignment|\bcn\b|awb|airway/i },
  order: { label: 'Order number', pattern: /order|ref/i },
  collected: { label: 'Collected from the shopper, before charges', pattern: /cod|collect|invoice|amount/i },
  net: { label: 'Net, what the courier pays for the parcel', pattern: /\bnet\b|payable/i },
  state: { label: 'State, to find parcels that came back', pattern: /status|state/i },
} as const
export type SettlementColumn = keyof typeof COLUMNS
export type SettlementColumns = Partial<Record<SettlementColumn, string>> & { deductions?: Record<string, Deduction> }

/** What couriers keep of what they collected, each with how they call it; the first that fits is guessed. */
export const DEDUCTIONS = {
  sales_tax: { label: 'Sales tax withheld', pattern: /^(?=.*sales).*(with|wht|\bw\.?h\b)|\bstw\b/i },
  income_tax: { label: 'Income tax withheld', pattern: /income|with(hold|held)|\bwht\b/i },
  charge_tax: { label: 'Tax on the charges', pattern: /\b(gst|sst|pst|srb|pra)\b|tax/i },
  charge: { label: 'Charge', pattern: /charge|fee|fuel|handling|deduct/i },
} as const
export type Deduction = keyof typeof DEDUCTIONS
export const DEDUCTION_NAMES: readonly Deduction[] = ['charge', 'charge_tax', 'income_tax', 'sales_tax']

/** Returns what a heading's column seems to be of, or null. */
export function guessDeduction(heading: string): Deduction | null {
  const fits = ([, { pattern }]: [string, { pattern: RegExp }]) => pattern.test(heading)
  return (Object.entries(DEDUCTIONS).find(fits)?.[0] as Deduction | undefined) ?? null
}

/** In this order: an amount that is net isn't what was collected. */
const GUESSED: readonly SettlementColumn[] = ['tracking', 'order', 'net', 'collected', 'state']

/** Returns the headings that look like columns, each heading once. */
export function guessColumns<Column extends SettlementColumn = SettlementColumn>(
  headings: readonly string[],
  wanted: readonly Column[] = GUESSED as readonly Column[],
): Partial<Record<Column, string>> {
  const left = new Set(headings)
  const guesses: Partial<Record<Column, string>> = {}
  for (const column of wanted) {
    const heading = [...left].find((one) => COLUMNS[column].pattern.test(one))
    if (heading === undefined) continue
    left.delete(heading)
    guesses[column] = heading
  }
  return guesses
}
