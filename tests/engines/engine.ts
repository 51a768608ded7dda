/** A page in one of the engines. Elements are named by XPath (see find.ts); each verb waits for its element. */
export interface EnginePage {
  go(url: string): Promise<void>
  url(): Promise<string>
  back(): Promise<void>
  click(element: string): Promise<void>
  fill(element: string, text: string): Promise<void>
  /** Presses Enter or Escape where the focus is. */
  press(key: 'Enter' | 'Escape'): Promise<void>
  /** Chooses an option by its value, as a person would: the page hears input and change. */
  select(element: string, value: string): Promise<void>
  /** The words of an element, white space collapsed. */
  text(element: string): Promise<string>
  /** The value of a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** A browser engine that has been started. */
export interface Engine {
  newPage(): Promise<EnginePage>
  close(): Promise<void>
}

/** How long an element may take to appear, in milliseconds. */
export const PATIENCE = 10_000
export const VIEWPORT = { width: 390, height: 800 }
