import { WRITTEN_PAGES } from '~/content/written-pages'
import { ConfigurationError, listUnsetRecommended, readSettings, type Settings } from '~/platform/env.server'
import { checkProject } from '~/platform/supabase/project-check.server'

/** Checks the settings and the Supabase project. Returns a sentence for each problem, with its remedy. */
export async function checkDeployment(): Promise<string[]> {
  const settings = trySettings()
  const problems =
    settings instanceof ConfigurationError ? settings.problems : await checkProject(settings, WRITTEN_PAGES)
  return [...problems, ...listUnsetRecommended()]
}

function trySettings(): Settings | ConfigurationError {
  try {
    return readSettings()
  } catch (error) {
    if (error instanceof ConfigurationError) return error
    throw error
  }
}
