import { flagsWithin, memoryLimit } from './server-flags.ts'

/**
 * Starts the server in the image with flags that fit the container's memory limit. It replaces this process, so that signals
 * reach the server. Flags in NODE_OPTIONS take precedence.
 */
const given = process.env.NODE_OPTIONS ?? ''
const flags = flagsWithin(memoryLimit()).filter((flag) => !given.includes(flag.slice(0, flag.indexOf('='))))
const server = new URL('../server.ts', import.meta.url).pathname
if (!process.execve) throw new Error('This system can’t replace a process: start server.ts by itself.')
process.execve(process.execPath, [process.execPath, ...flags, server, ...process.argv.slice(2)], process.env)
