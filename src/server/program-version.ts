import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'unknown'
  }
}

const manifestFile = new URL('../../package.json', import.meta.url)
const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'))

/** The version info of §3, read once at the start. Images without git set ALMONER_REVISION and ALMONER_BRANCH. */
export const programVersion = {
  // npm requires a version in package.json.
  jira: `almoner ${(manifest as { version: string }).version}`,
  branch: process.env.ALMONER_BRANCH ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
  revision: process.env.ALMONER_REVISION ?? git('rev-parse', '--short', 'HEAD'),
}

/** When this version of the program was made: the date of its commit, or without git that of its files. */
export const programDate: Date = dateOfCommit() ?? statSync(manifestFile).mtime

function dateOfCommit(): Date | null {
  const date = new Date(git('show', '--no-patch', '--format=%cI', 'HEAD'))
  return Number.isNaN(date.getTime()) ? null : date
}
