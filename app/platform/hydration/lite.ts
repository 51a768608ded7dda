import { createContext } from 'react'

/** Whether the page is the lite version: without scripts, with small pictures. Never so in the browser, where areas run. */
export const LiteContext = createContext(false)
