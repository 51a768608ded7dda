import { expect, test } from 'vitest'
import { childrenOf, sourcesIn, type Node, type Source } from './support/sources.ts'

// docs/log-events.md, from the code: `npx vitest run --project rules tests/log-events.test.ts -u` writes it anew.

/** The calls that log a failure, with the place of the event among their parameters. They log errors. */
const ATTEMPTS: Record<string, number> = { attempt: 1, inBackground: 1, startRounds: 2 }

/** What the shop asks Realtime for, no event of the log. */
const SUBSCRIPTION = 'INSERT'

const HEADINGS: Record<string, string> = { error: 'Errors', warn: 'Warnings', info: 'Information' }

interface Logged {
  event: string
  level: string
}

/** Returns the events that a file logs: those that an attempt is given, and those of objects, which are logged here or by the caller. */
function eventsOf({ syntax, text }: Source): Logged[] {
  const found: Logged[] = []
  const words = (node: Node) => text.slice(node.start, node.end)
  const add = (level: string, name: Node | undefined) => {
    if (name?.type === 'StringLiteral') found.push({ event: String(name.value), level })
  }
  const visit = (node: Node, level: string): void => {
    const called = node.type === 'CallExpression' && node.callee ? words(node.callee) : ''
    if (called in ATTEMPTS) add('error', node.arguments?.[ATTEMPTS[called] ?? 0])
    if (node.type === 'ObjectProperty' && node.key?.name === 'event') add(level, node.value as Node)
    const said = /\blog\W+(info|warn|error)\b/.exec(called)?.[1]
    for (const child of childrenOf(node)) visit(child, said ?? level)
  }
  visit(syntax, 'info')
  return found.filter(({ event }) => event !== SUBSCRIPTION)
}

test('docs/log-events.md lists the events of the log, by level', async () => {
  const logged = sourcesIn('app').flatMap(eventsOf)
  const sections = Object.entries(HEADINGS).map(([level, heading]) => {
    const events = new Set(logged.filter((one) => one.level === level).map(({ event }) => event))
    return `## ${heading}\n\n${[...events].toSorted().join('  \n')}\n`
  })
  await expect(`# Events of the log

Each line of the log is JSON with one of these as \`event\`, and a \`requestId\` if it belongs to a request. An event names what could not be
done; \`message\`, \`code\` and \`cause\` say why. \`grep\` finds where. A test makes this list from the code.

${sections.join('\n')}`).toMatchFileSnapshot('../docs/log-events.md')
})
