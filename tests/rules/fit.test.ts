import { expect, test } from 'vitest'
import { fitInWords } from '../../app/reviews/fit.ts'

test.each([
  [{ small: 1, true: 8, large: 1 }, 'Runs true to size: 8 of 10 reviewers'],
  [{ small: 3, true: 1, large: 0 }, 'Runs small: 3 of 4 reviewers'],
  [{ small: 0, true: 1, large: 2 }, 'Runs large: 2 of 3 reviewers'],
  [{ small: 2, true: 2, large: 0 }, 'Runs true to size: 2 of 4 reviewers'],
  [{ small: 0, true: 1, large: 0 }, 'Runs true to size: 1 of 1 reviewer'],
  [{ small: 0, true: 0, large: 0 }, null],
])('the reviewers’ %j is summed up', (counts, words) => expect(fitInWords(counts)).toBe(words))
