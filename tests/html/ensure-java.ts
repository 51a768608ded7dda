import { spawnSync } from 'node:child_process'
import { installDebianPackages } from '../../scripts/debian-package.ts'

const hasJava = () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** Finds Java, or gets Debian's when root. Throws with what to do where neither works. */
export default function ensureJava(): void {
  if (hasJava() || (installDebianPackages([['default-jre-headless']]) && hasJava())) return
  throw new Error('The HTML checker needs Java: please install a runtime, default-jre-headless for example.')
}
