import { randomUUID } from 'node:crypto'
import { layoutFindings } from '../support/accessibility.ts'
import { buyByKeyboard, type Keyboard } from '../support/keyboard.ts'
import { invisibleText, unseenFocus } from '../support/visibility.ts'
import { at, expect, serviceClient, test } from './shop.ts'

test(
  'a purchase by the keyboard alone, in forced colors and with text of 200 %, shows where the focus is and hides no text (XX-46)',
  { tag: ['@phone', '@scripts'] },
  async ({ shop }) => {
    await shop.emulateMedia({ forcedColors: 'active' })
    await shop.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '200%'),
      )
    })
    const findings: string[] = []
    const keyboard: Keyboard = {
      press: (key) => shop.keyboard.press(key),
      type: (text) => shop.keyboard.type(text),
      evaluate: (expression) => shop.evaluate(expression),
      // A page that is being left can't be asked.
      becomes: (expression, value) =>
        expect(async () => expect(await shop.evaluate(expression)).toEqual(value)).toPass({ timeout: 10_000 }),
      onPage: async (path) => {
        const found = [...(await layoutFindings(shop)), ...(await shop.evaluate(invisibleText))]
        findings.push(...found.map((finding) => `${path}: ${finding}`))
      },
      onFocus: async (name) => {
        const problem = await shop.evaluate(unseenFocus)
        if (problem) findings.push(`${new URL(shop.url()).pathname}: ${name}: ${problem}`)
      },
    }
    const account = { email: `keys-${randomUUID().slice(0, 8)}@example.com`, password: 'a-good-password' }
    const { error } = await serviceClient().auth.admin.createUser({ ...account, email_confirm: true })
    if (error) throw error
    await shop.goto(at('/'))
    await buyByKeyboard(keyboard, account)
    expect(findings).toEqual([])
  },
)
