import type { Key } from '../support/keyboard.ts'

/** A page in one of the engines. Elements are located by XPath (see find.ts); each function waits for its element. */
export interface EnginePage {
  go(url: string): Promise<void>
  url(): Promise<string>
  back(): Promise<void>
  click(element: string): Promise<void>
  fill(element: string, text: string): Promise<void>
  /** Presses a key at the focused element. */
  press(key: Key): Promise<void>
  /** Types text at the focused element. */
  type(text: string): Promise<void>
  /** Chooses an option by its value and fires input and change, like a user would. */
  select(element: string, value: string): Promise<void>
  /** Returns the text of an element with white space collapsed. */
  text(element: string): Promise<string>
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** A running browser engine. */
export interface Engine {
  newPage(): Promise<EnginePage>
  close(): Promise<void>
}

/** How long to wait for an element, in milliseconds. */
export const PATIENCE = 10_000
export const VIEWPORT = { width: 390, height: 800 }
