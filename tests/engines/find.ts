/** XPaths for the visible parts of a page. */
const named = (text: string) => `normalize-space()='${text}' or @aria-label='${text}'`

/** A visible button with this text or label. */
export const button = (name: string) => `//button[not(@aria-hidden)][${named(name)}]`
export const buttonWith = (words: string) => `//button[not(@aria-hidden)][contains(normalize-space(), '${words}')]`
export const link = (name: string) => `//a[${named(name)}]`
/** The first link in the main part whose URL begins like this. */
export const linkTo = (start: string) => `(//main//a[starts-with(@href, '${start}')])[1]`
export const field = (label: string) =>
  `//input[@id=//label[normalize-space()='${label}']/@for or @aria-label='${label}']`
/** The label around a radio button or checkbox with this name and value. */
export const choice = (name: string, value: string) => `//label[.//input[@name='${name}'][@value='${value}']]`
/** The innermost element with this text. */
export const words = (text: string) => `(//main//*[contains(normalize-space(), '${text}')])[last()]`
