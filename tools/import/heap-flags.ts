import { readFileSync } from 'node:fs'

// The script is part of this repository.
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { import: string }
}

/**
 * The heap limits of `npm run import`. Without them V8 collects garbage so late that the process uses 300 MB, twice what it needs.
 */
export const heapFlags: readonly string[] = scripts.import.split(' ').filter(word => word.startsWith('--'))
