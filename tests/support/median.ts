/** Returns the median of numbers: of an even count the higher one of the middle, and 0 of none. */
export function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
