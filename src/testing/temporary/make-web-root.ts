import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

/** The files that the build writes beside the page, by client or by screen (src/app/build/). */
const builtFiles = [
  'frames.json',
  'visitor-frames.json',
  'visitor-styles.json',
  'themes.json',
  'fonts.json',
  'screens.json',
] as const

/** A folder like that of the built front end, with this page, for a test that needs no build. Files that are not named are empty. */
export function makeWebRoot(
  page: string,
  content: Partial<Record<(typeof builtFiles)[number], object>> = {},
): string {
  const webRoot = temporaryDirectory('web')
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), page)
  for (const file of builtFiles) writeFileSync(join(webRoot, file), JSON.stringify(content[file] ?? {}))
  return webRoot
}
