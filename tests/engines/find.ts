/** XPaths for what people see of a page. */
const named = (text: string) => `normalize-space()='${text}' or @aria-label='${text}'`

/** A button that can be seen, by its words or its label. */
export const button = (name: string) => `//button[not(@aria-hidden)][${named(name)}]`
/** A button whose words contain these. */
export const buttonWith = (words: string) => `//button[not(@aria-hidden)][contains(normalize-space(), '${words}')]`
export const link = (name: string) => `//a[${named(name)}]`
/** The first link in the main part whose address begins like this. */
export const linkTo = (start: string) => `(//main//a[starts-with(@href, '${start}')])[1]`
/** A text field, by its label. */
export const field = (label: string) =>
  `//input[@id=//label[normalize-space()='${label}']/@for or @aria-label='${label}']`
/** The label around a radio button or checkbox, by the input's name and value. */
export const choice = (name: string, value: string) => `//label[.//input[@name='${name}'][@value='${value}']]`
/** An element that holds these words and no smaller one that does. */
export const words = (text: string) => `(//main//*[contains(normalize-space(), '${text}')])[last()]`
