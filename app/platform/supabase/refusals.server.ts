/** The fields read from a database error. Responses of gateways lack the code. */
interface DatabaseError {
  code?: string
  message: string
}

/** The SQLSTATEs that the shop's functions raise; PostgREST responds with their digits as the status. */
const OWN_CODE = /^PT\d{3}$/
const TOKEN = /^[a-z]+(_[a-z]+)*$/

/** Returns the token of a refusal that one of the shop's database functions raised, such as `cart_full`, or null for other errors. */
export function databaseRefusal({ code, message }: DatabaseError): string | null {
  return code !== undefined && OWN_CODE.test(code) && TOKEN.test(message) ? message : null
}

/** Whether an error is the database's own (an SQLSTATE, but none about the connection), so that it undid what the call did. */
export function isOfDatabase({ code }: DatabaseError): boolean {
  return code?.length === 5 && !code.startsWith('08')
}

/** Whether a request to the database got no response: postgrest-js then returns status 0 and drops the code of the error. */
export function hasNoResponse({ status }: { status: number }): boolean {
  return status === 0
}

/** The classes of SQLSTATEs that tell of the database itself: no connection, no resources, shutdown, disk, internal error. */
const OUTAGE = /^(?:08|53|57|58|XX)/

/** Returns whether an error is about the data of one row, such as a text with NUL. Other errors fail for every row. */
export function isAboutRow(error: DatabaseError): boolean {
  return isOfDatabase(error) && !OUTAGE.test(error.code ?? '')
}
