/** Why the database refuses a change of imports, in words for the operator. */
export const IMPORT_REFUSALS = {
  no_such_import: 'This file is no longer there. Please upload it again.',
  import_not_ready: 'A row of the file is bad, or not compared yet.',
}
