import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { migrationDigests, releases, RELEASES_FILE, unreleasedMigrations } from './releases.ts'

// npm run release -- <version>: lists the new migrations with their digests, and writes the version (CONTRIBUTING.md).

const [version = ''] = process.argv.slice(2)

function stop(problem: string): never {
  console.error(problem)
  process.exit(1)
}

if (!/^\d+\.\d+\.\d+$/.test(version)) stop('Say the version: npm run release -- 1.2.3')
if (releases().some((release) => release.version === version)) stop(`${version} is released already.`)
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}, `))
  stop(
    `CHANGELOG.md has no section "## ${version}, <day>". Say there what changes for shoppers, operators and engineers.`,
  )
const digests = migrationDigests()
const migrations = Object.fromEntries(unreleasedMigrations().map((name) => [name, digests[name]]))
writeFileSync(RELEASES_FILE, `${JSON.stringify([...releases(), { version, migrations }], null, 2)}\n`)
execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], { stdio: 'ignore' })
console.log(
  `${version} with ${Object.keys(migrations).length} migrations. Run the gate, commit, and tag the commit v${version}.`,
)
