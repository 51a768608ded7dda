/** What is read of an error of the database; a response that isn't PostgREST's may lack the code. */
interface DatabaseError {
  code?: string
  message: string
}

/** The SQLSTATEs of our functions' own errors; PostgREST responds with the status that the digits name. */
const OWN_CODE = /^PT\d{3}$/
const TOKEN = /^[a-z]+(_[a-z]+)*$/

/**
 * Returns the token of an error that one of the shop's database functions raised to refuse a request, such as `cart_full`.
 * Returns null for every other error.
 */
export function databaseRefusal({ code, message }: DatabaseError): string | null {
  return code !== undefined && OWN_CODE.test(code) && TOKEN.test(message) ? message : null
}

/**
 * Whether a request to the database got no response. postgrest-js then gives status 0; of the error that `fetch` threw it
 * passes on the text only, not the code (PostgrestBuilder.ts).
 */
export function isUnanswered({ status }: { status: number }): boolean {
  return status === 0
}
