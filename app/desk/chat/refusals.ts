/** Why the database refuses a change of conversations, in words for the operator. */
export const CHAT_REFUSALS = {
  no_such_conversation: 'There is no such conversation any more.',
  invalid_message: 'Please enter a message, with at most six options of at most 80 characters.',
  not_at_desk: 'This person can’t use the desk any more.',
}
