import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltFile, builtFiles } from '../../server/http/built-files.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A folder like that of the built front end, with this page, for a test that needs no build. Files that are not named are empty. */
export function makeWebRoot(page: string, content: Partial<Record<BuiltFile, object>> = {}): string {
  const webRoot = temporaryDirectory('web')
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), page)
  for (const file of builtFiles) writeFileSync(join(webRoot, file), JSON.stringify(content[file] ?? {}))
  return webRoot
}
