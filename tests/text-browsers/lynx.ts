import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Terminal } from './terminal.ts'

/** Shows numbers before links and fields. Text fields need Enter first, so that typed digits select a link. */
const SETTINGS = `DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
TEXTFIELDS_NEED_ACTIVATION:TRUE
ACCEPT_ALL_COOKIES:TRUE
CHARACTER_SET:utf-8
`
const ENTER = '\r'
const TAB = '\t'
/** The status line of a field that isn't being edited. */
const LEFT = /\([A-Z][\w ]+\) (?:Use|Inactive)/
const CLEAR = '\u0015'
const REDRAW = '\f'
/** The last line of the screen, which is drawn last. */
const HELP = /H\)elp O\)ptions/

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')

/** Drives lynx like a person who reads the screen and types the numbers of links. */
export class Lynx {
  #folder = mkdtempSync(join(tmpdir(), 'lynx-'))
  #terminal: Terminal

  constructor(url: string) {
    const settings = join(this.#folder, 'lynx.cfg')
    writeFileSync(settings, SETTINGS)
    this.#terminal = new Terminal(`lynx -cfg='${settings}' -nopause '${url}'`, { HOME: this.#folder })
  }

  /** Waits for a page with this text and redraws it, so that nothing of the previous page remains. */
  async sees(text: string): Promise<void> {
    await this.#terminal.until(new RegExp(literal(text)))
    this.#terminal.clear()
    this.#terminal.type(REDRAW)
    await this.#terminal.until(HELP)
  }

  /** Follows the first link with this text after some others. */
  async follow(link: string, { after = '' } = {}): Promise<void> {
    this.#terminal.type((await this.#number(`${literal(after)}[^]*?\\[(\\d+)\\]\\s*${literal(link)}`)) + ENTER)
  }

  async press(button: string): Promise<void> {
    await this.#goTo(await this.#number(`\\(\\[(\\d+)\\]\\S+\\)\\s+${literal(button)}`))
    this.#terminal.type(ENTER)
  }

  async choose(radio: string): Promise<void> {
    const number = await this.#number(`\\[(\\d+)\\]\\([ *]\\)\\s*${literal(radio)}\\b`)
    await this.#goTo(number)
    this.#terminal.type(ENTER)
    await this.#terminal.until(new RegExp(`\\[${number}\\]\\(\\*\\)`))
  }

  /** Fills the field after a label. */
  async fill(label: string, text: string): Promise<void> {
    const number = await this.#number(`${literal(label)}[^[]*\\[(\\d+)\\]`)
    await this.#goTo(number)
    this.#terminal.type(ENTER)
    await this.#terminal.until(/Enter text/)
    this.#terminal.type(CLEAR + text + TAB)
    await this.#terminal.until(LEFT)
  }

  screen(): string {
    return this.#terminal.screen()
  }

  end(): void {
    this.#terminal.end()
    rmSync(this.#folder, { recursive: true })
  }

  /** Waits for a link or field and returns its number. */
  async #number(pattern: string): Promise<string> {
    return (await this.#terminal.until(new RegExp(pattern)))[1] ?? ''
  }

  /**
   * Selects a field by way of the first link, since lynx refuses to select the current one again. Input that comes too early may be lost,
   * so each step waits for the status line.
   */
  async #goTo(number: string): Promise<void> {
    this.#terminal.type(`1g${ENTER}`)
    await this.#terminal.until(/\(NORMAL LINK\)/)
    this.#terminal.type(`${number}g${ENTER}`)
    await this.#terminal.until(/\((?:Text|Password|Form|Radio|Checkbox)[^)]*\)/)
  }
}
