import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a shop's process (`NODE_OPTIONS=--import …`). Replies to a message `{ probe: true }` with the memory used after a
 * full garbage collection.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', (message: { probe?: boolean }) => {
  if (!message.probe) return
  collect()
  process.send?.({ memory: process.memoryUsage() })
})
