import { flagsWithin, memoryLimit } from './server-flags.ts'

/**
 * What the image runs: becomes the server with the flags that fit the container's memory limit. It stays one process, so that
 * signals reach it. A flag that NODE_OPTIONS sets is left to it.
 */
const given = process.env.NODE_OPTIONS ?? ''
const flags = flagsWithin(memoryLimit()).filter((flag) => !given.includes(flag.slice(0, flag.indexOf('='))))
const server = new URL('../server.ts', import.meta.url).pathname
if (!process.execve) throw new Error('This system can’t replace a process: start server.ts by itself.')
process.execve(process.execPath, [process.execPath, ...flags, server, ...process.argv.slice(2)], process.env)
