/** Why the database refuses a change of people, in words for the operator. */
export const PEOPLE_REFUSALS = {
  no_such_person: 'This person has no role at the desk any more.',
  own_role: 'Your own role is taken away by somebody else, so that the shop keeps a manager.',
}
