import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Builder, By, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../support/free-port.ts'
import { PATIENCE, VIEWPORT, type Engine, type EnginePage } from './engine.ts'
import { findMiniBrowser } from './install.ts'

const SHOW = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB, Space: Key.SPACE, ArrowDown: Key.ARROW_DOWN }

/** WebKitGTK's MiniBrowser, controlled by WebKitWebDriver on a virtual screen. */
export async function startWebKit(): Promise<Engine> {
  const { screen, display } = await startScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })
  return {
    newPage: () => newPage(`http://127.0.0.1:${port}`),
    async close() {
      await stop(driver)
      await stop(screen)
    },
  }
}

/** Starts a virtual screen. Xvfb chooses a free number and reports it. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const size = ['-screen', '0', '1280x1024x24']
  const screen = spawn('Xvfb', ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const numbers = screen.stdio[3]
  if (!numbers || !('read' in numbers)) throw new Error('Xvfb has no pipe.')
  const [number] = (await once(createInterface({ input: numbers }), 'line')) as [string]
  return { screen, display: `:${number}` }
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}

async function newPage(server: string): Promise<EnginePage> {
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
    })
    .build()
  await driver.manage().window().setRect(VIEWPORT)
  return new WebKitPage(driver)
}

class WebKitPage implements EnginePage {
  #driver: WebDriver

  constructor(driver: WebDriver) {
    this.#driver = driver
  }

  go(url: string): Promise<void> {
    return this.#driver.get(url)
  }

  url(): Promise<string> {
    return this.#driver.getCurrentUrl()
  }

  back(): Promise<void> {
    return this.#driver.navigate().back()
  }

  click(element: string): Promise<void> {
    return this.#with(element, (found) => found.click())
  }

  fill(element: string, text: string): Promise<void> {
    return this.#with(element, async (found) => {
      await found.clear()
      await found.sendKeys(text)
    })
  }

  press(key: keyof typeof KEYS): Promise<void> {
    return this.type(KEYS[key])
  }

  type(text: string): Promise<void> {
    return this.#driver.actions().sendKeys(text).perform()
  }

  select(element: string, value: string): Promise<void> {
    return this.#with(element, (found) => found.findElement(By.css(`option[value="${value}"]`)).click())
  }

  async text(element: string): Promise<string> {
    return (await this.#with(element, (found) => found.getText())).replace(/\s+/g, ' ').trim()
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driver.executeScript(`return (${expression})`)
  }

  close(): Promise<void> {
    return this.#driver.quit()
  }

  /** Runs a function on an element once it exists, and again if the page has replaced the element meanwhile. */
  async #with<Value>(element: string, act: (found: WebElement) => Promise<Value>): Promise<Value> {
    const endsAt = performance.now() + PATIENCE
    for (;;) {
      try {
        const found = await this.#driver.wait(until.elementLocated(By.xpath(element)), PATIENCE)
        await this.#driver.wait(until.elementIsVisible(found), PATIENCE)
        // The driver doesn't wait for the shop's smooth scrolling.
        await this.#driver.executeScript(SHOW, found)
        return await act(found)
      } catch (error) {
        const isGone = error instanceof Error && error.name === 'StaleElementReferenceError'
        if (!isGone || performance.now() > endsAt) throw error
      }
    }
  }
}
