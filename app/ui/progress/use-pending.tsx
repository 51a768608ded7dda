import { useState } from 'react'
import { showBusy } from './pending'

/**
 * The pending state of what React does in place: whether it is going on, and a function that runs it. Meanwhile the page shows `text`
 * like during a navigation.
 */
export function usePending(text?: string): [boolean, <Value>(work: Promise<Value>) => Promise<Value>] {
  const [running, setRunning] = useState(0)
  async function run<Value>(work: Promise<Value>): Promise<Value> {
    const end = showBusy(text)
    setRunning((count) => count + 1)
    try {
      return await work
    } finally {
      end()
      setRunning((count) => count - 1)
    }
  }
  return [running > 0, run]
}
