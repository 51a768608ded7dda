import { ConfigurationError, listUnset, readSettings, type Settings } from '~/platform/env.server'
import { loadSharp } from '~/platform/images.server'
import { checkProject } from '~/platform/supabase/project-check.server'

/** Settings that a shop should have before it opens, although it starts without them. */
const RECOMMENDED: Record<string, string> = {
  SUPPORT_EMAIL: 'the address that the help pages write to',
  SUPPORT_PHONE: 'the number on the contact page',
  SUPPORT_ADDRESS: 'the address on the contact page',
  CAREERS_EMAIL: 'the address that applications are sent to',
  GOOGLE_CLIENT_ID: "the client of the shop's Google Cloud project, for the button Sign in with Google",
  GOOGLE_CLIENT_SECRET: "the client's secret",
}

/**
 * Checks the settings, the Supabase project, which has to hold these content pages, and whether pictures can be made. Returns a sentence
 * for each problem, with its remedy.
 */
export async function checkDeployment(pages: readonly string[]): Promise<string[]> {
  const settings = trySettings()
  const problems = settings instanceof ConfigurationError ? settings.problems : await checkProject(settings, pages)
  const pictures = await checkPictures()
  const recommended = listUnset(Object.keys(RECOMMENDED)).map((name) => `${name} is missing: ${RECOMMENDED[name]}`)
  return [...problems, ...pictures, ...recommended]
}

/** The shop would start without sharp, and fail at its first picture. */
async function checkPictures(): Promise<string[]> {
  try {
    await loadSharp()
    return []
  } catch (error) {
    return [`Pictures can't be made: install sharp for this system (${(error as Error).message.split('\n', 1)[0]})`]
  }
}

function trySettings(): Settings | ConfigurationError {
  try {
    return readSettings()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
}
