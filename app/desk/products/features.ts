import { refuse, succeed, type Result } from '~/platform/result'

/** A feature of a product: the shop shows its title in bold, then a colon and the description. */
export type Feature = { title: string; description: string }

const MAX_FEATURES = 30
const MAX_TITLE = 120
const MAX_DESCRIPTION = 1_000

/** Returns features as the form shows them: a line for each, `Cotton: soft and light`. */
export function featureLines(features: readonly Feature[]): string {
  return features
    .map(({ title, description }) => (description ? `${title}: ${description}` : title).replaceAll(/\s+/g, ' '))
    .join('\n')
}

/** Reads features from lines; empty ones don't count. Refuses, in words for the operator, what is too long or there twice. */
export function parseFeatures(text: string): Result<Feature[], string> {
  const features = text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const [title = '', ...description] = line.split(':')
    return [{ title: title.trim(), description: description.join(':').trim() }]
  })
  const problem = features.map(({ title, description }, place) => {
    if (title === '') return `Line ${place + 1}: please begin it with a title.`
    if (title.length > MAX_TITLE) return `Line ${place + 1}: a title has at most ${MAX_TITLE} characters.`
    if (description.length > MAX_DESCRIPTION) return `Line ${place + 1}: at most ${MAX_DESCRIPTION} characters.`
    return features.findIndex((other) => other.title === title) < place ? `There are two features ‘${title}’.` : null
  })
  const first = problem.find((words) => words !== null)
  if (first) return refuse(first)
  return features.length > MAX_FEATURES ? refuse(`A product has at most ${MAX_FEATURES} features.`) : succeed(features)
}
