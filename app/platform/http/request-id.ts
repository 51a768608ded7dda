/** Stands in an error page where the server puts the request's id, which the log knows too. */
export const REQUEST_ID_HERE = 'request-id-here'
