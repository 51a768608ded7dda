import { existsSync } from 'node:fs'

/**
 * The shop's process: `node server.ts` serves the build and ends within 25 seconds of SIGTERM. With a flag it runs one command and
 * exits; a timer is meant to call those marked with (timer).
 *
 * - `--check` reports missing settings and what the Supabase project lacks; with `--strict` it also fails for parts that are off.
 * - `--flag-stale-payments` marks card payments without a notification, and cancels unconfirmed cash orders (timer).
 * - `--refunds-due` lists payments to refund.
 * - `--open-returns` lists returns that wait for an operator.
 * - `--remove-files` removes files of deleted accounts, reviews and product pictures, and of uploads that were killed (timer).
 * - `--send-stock-mails` mails shoppers whose size is back in stock (timer).
 * - `--send-mails` sends order mails that are due (timer).
 * - `--ask-couriers` books and cancels parcels that wait for it, and asks where the others are (timer).
 * - `--orders-to-confirm` lists cash orders that are not confirmed yet.
 * - `--operator mail@shop.pk [--manager] [--remove]` gives or takes a role at the desk.
 */
const buildFile = new URL('./build/server/index.js', import.meta.url)
if (!existsSync(buildFile)) {
  console.error('There is no build yet. Run: npm run build')
  process.exit(1)
}
const build = await import(buildFile.href)
const {
  changeOperator,
  checkDeployment,
  createShopServer,
  flagStalePayments,
  listOrdersToConfirm,
  listOpenReturns,
  listRefundsDue,
  readSettings,
  removeUnusedFiles,
  runCouriers,
  runMails,
  sendStockMails,
  ConfigurationError,
} = build.entry.module

const listed = (lines: string[]) => lines.map((line) => `  ${line}`).join('\n')

if (process.argv.includes('--check')) {
  const { problems, off } = (await checkDeployment()) as Record<'problems' | 'off', string[]>
  if (problems.length > 0) console.error(`The configuration has ${problems.length} problem(s):\n${listed(problems)}`)
  else console.log('The configuration is complete.')
  if (off.length > 0) console.log(`Off:\n${listed(off)}`)
  const isStrict = process.argv.includes('--strict')
  process.exit(problems.length > 0 || (isStrict && off.length > 0) ? 1 : 0)
}

function settingsOrExit() {
  try {
    return readSettings()
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error((error as Error).message)
    process.exit(1)
  }
}

const settings = settingsOrExit()

/** Prints the result of a command and exits. */
async function runAndExit(command: () => Promise<string>): Promise<never> {
  try {
    console.log(await command())
    process.exit(0)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

if (process.argv.includes('--flag-stale-payments'))
  await runAndExit(async () => JSON.stringify(await flagStalePayments(settings)))
if (process.argv.includes('--refunds-due'))
  await runAndExit(async () => JSON.stringify(await listRefundsDue(settings), null, 2))
if (process.argv.includes('--open-returns'))
  await runAndExit(async () => JSON.stringify(await listOpenReturns(settings), null, 2))
if (process.argv.includes('--remove-files'))
  await runAndExit(async () => JSON.stringify({ removed: await removeUnusedFiles(settings) }))
if (process.argv.includes('--send-stock-mails'))
  await runAndExit(async () => JSON.stringify(await sendStockMails(settings)))

if (process.argv.includes('--send-mails')) await runAndExit(async () => JSON.stringify(await runMails(settings)))
if (process.argv.includes('--ask-couriers')) await runAndExit(async () => JSON.stringify(await runCouriers(settings)))
if (process.argv.includes('--orders-to-confirm'))
  await runAndExit(async () => JSON.stringify(await listOrdersToConfirm(settings), null, 2))
if (process.argv.includes('--operator')) {
  const email = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
  const [isManager, isRemoved] = ['--manager', '--remove'].map((flag) => process.argv.includes(flag))
  await runAndExit(() => changeOperator(settings, { email, isManager, isRemoved }))
}

const { server, close } = createShopServer({
  settings,
  build,
  clientFolder: new URL('./build/client', import.meta.url).pathname,
})
server.once('error', (error: NodeJS.ErrnoException & { port?: number }) => {
  const reason = error.code === 'EADDRINUSE' ? `port ${error.port} is taken` : error.message
  const setting = error.port === settings.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  console.error(`The shop can't start: ${reason}. Choose another with ${setting}.`)
  process.exit(1)
})
server.listen(settings.PORT, settings.HOST, () => process.send?.({ ready: true, address: server.address() }))

let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await close()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
process.on('disconnect', () => void end())
