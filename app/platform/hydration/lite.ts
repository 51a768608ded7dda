import { createContext } from 'react'

/** Whether the page is the lite version: without scripts, with small pictures. Always false in the browser. */
export const LiteContext = createContext(false)
