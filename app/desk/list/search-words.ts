/** Reads what is searched for from an address: at most 100 characters, without the one that PostgreSQL refuses. */
export function searchWords(parameters: URLSearchParams, name = 'search'): string {
  return (parameters.get(name) ?? '').replaceAll('\u0000', '').trim().slice(0, 100)
}
