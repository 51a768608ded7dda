declare module 'vnu-jar' {
  /** The path of the checker's jar. */
  const jar: { toString(): string }
  export default jar
}
