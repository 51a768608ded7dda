/** The files that `readRows` reads, as inputs take them. */
export const TABLES = '.xlsx,.csv,.tsv,.txt,text/csv'
