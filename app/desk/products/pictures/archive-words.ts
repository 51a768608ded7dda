import { refusalWords } from '../../refusals'

/** Why a file of an archive becomes no picture (database functions `match_pictures` and `desk_settle_picture`). */
const PROBLEMS: Record<string, string> = {
  no_article: 'No article number of the shop is at the beginning of its name.',
  two_articles: 'Two products have this article number, but for its hyphens.',
  no_color_of_it: 'The product doesn’t come in the colour that its name has.',
  picture_there: 'The product has this picture already.',
  no_address: 'This is no address that begins with https:// or http://.',
  not_public: 'Pictures are fetched only from addresses that are public.',
  no_picture_there: 'There is no picture at this address.',
  too_large_there: 'The picture at this address is larger than 15 MB.',
  no_answer_there: 'The server of this address didn’t answer in ten seconds.',
  no_picture: 'This is no picture that can be read.',
}

export const archiveProblem = (problem: string): string => PROBLEMS[problem] ?? refusalWords(problem) ?? problem
