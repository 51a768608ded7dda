import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { migrationDigests, releases, RELEASES_FILE, unreleasedMigrations, type Release } from './releases.ts'

/**
 * `npm run release -- <version>`, on a clean checkout whose gate is green: commits the release with its version and the digests of its
 * new migrations, then lists that commit, and gives what comes after it a version of its own (CONTRIBUTING.md).
 */
const [version = ''] = process.argv.slice(2)

function stop(problem: string): never {
  console.error(problem)
  process.exit(1)
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

function write(all: Release[], packageVersion: string): void {
  writeFileSync(RELEASES_FILE, `${JSON.stringify(all, null, 2)}\n`)
  execFileSync('npm', ['version', packageVersion, '--no-git-tag-version', '--allow-same-version'], { stdio: 'ignore' })
}

const parts = /^(\d+)\.(\d+)\.\d+$/.exec(version)
if (!parts) stop('Say the version: npm run release -- 1.2.3')
const before = releases()
if (before.some((release) => release.version === version)) stop(`${version} is released already.`)
const isDated = new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}, \\d+ \\w+ \\d{4}$`, 'm')
if (!isDated.test(readFileSync('CHANGELOG.md', 'utf8')))
  stop(
    `CHANGELOG.md has no section "## ${version}, <day>". Say there what it brings shoppers, operators and engineers, and what they have to do.`,
  )
if (git('status', '--porcelain')) stop('The checkout has changes: commit them first.')

const digests = migrationDigests()
const migrations = Object.fromEntries(unreleasedMigrations().map((name) => [name, digests[name] ?? '']))
write([...before, { version, migrations }], version)
git('commit', '--quiet', '--all', '--message', `Release ${version}`)
const commit = git('rev-parse', 'HEAD')
write([...before, { version, commit, migrations }], `${parts[1]}.${Number(parts[2]) + 1}.0-dev`)
git('commit', '--quiet', '--all', '--message', `Record the commit of ${version}`)
console.log(
  `${version} is ${commit}, with ${Object.keys(migrations).length} new migrations. Its archive:\n` +
    `git archive --prefix=chambeli-${version}/ --output=chambeli-${version}.tar.gz ${commit}`,
)
