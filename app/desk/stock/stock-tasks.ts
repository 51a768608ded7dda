import { z } from 'zod'
import { isByColor, type Stock } from './cells'
import { text } from '../form/form-fields'
import { listUrl } from '../list/list-address'

/** What is done with a product's stock in the storeroom, with the names in the menu. */
export const TASKS = { count: 'Count', receive: 'Receive', damage: 'Damaged', history: 'History' } as const
export type Task = keyof typeof TASKS
export const TASK_NAMES = Object.keys(TASKS) as Task[]

/** Returns the address of a task; `splits` counts the colours of a product that is counted by its sizes. */
export const taskUrl = (id: string, task: Task, splits = false) =>
  listUrl(`/desk/stock/${id}`, { task: task === 'count' ? null : task, by: splits ? 'color' : null })

export const taskOf = (parameters: URLSearchParams): Task =>
  TASK_NAMES.find((one) => one === parameters.get('task')) ?? 'count'

/** Whether a count has a number for each colour: of a product that is counted so, or by the address. */
export const splitsColors = (stock: Stock, parameters: URLSearchParams) =>
  isByColor(stock) || (parameters.get('by') === 'color' && stock.colors.length > 0)

export const shelfSchema = z.object({ shelf: text(40).default('') })

/** The numbers are read by `cells.ts`, since their fields are named after the product's sizes. */
export const stockTaskSchema = z.object({
  note: text(300).optional(),
  /** Another for each form that is shown, so that one that is sent twice counts once. */
  form: z.guid().optional(),
  /** The moves that the list of differences showed. */
  seen: z.string().max(100_000).optional(),
})
