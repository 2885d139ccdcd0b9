import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { import: string }
}

/**
 * How `npm run import` limits its heap. Left alone, V8 lets rows that were read long ago lie until memory is short, and
 * the process takes 300 MB for what needs half of it.
 */
export const heapFlags: readonly string[] = scripts.import.split(' ').filter(word => word.startsWith('--'))
