/** Why the database refuses a change of search words, in words for the operator. */
export const SEARCH_WORD_REFUSALS = {
  word_exists: 'There is this word already. This page shows what it means now; saved again, the form replaces that.',
  invalid_word: 'Please enter one word of 2 to 40 letters or digits, and up to 20 meanings of 2 to 80 characters.',
}
