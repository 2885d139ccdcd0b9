import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'unknown'
  }
}

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The version info of §3, read once at the start. Images without git set ALMONER_REVISION and ALMONER_BRANCH. */
export const programVersion = {
  jira: `almoner ${(manifest as { version: string }).version}`,
  branch: process.env.ALMONER_BRANCH ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
  revision: process.env.ALMONER_REVISION ?? git('rev-parse', '--short', 'HEAD'),
}
