import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFiles, frameRenderer } from '../../server/http/built-files.ts'

/** The page, and the last files that the build writes. */
const files = ['index.html', ...builtFiles, frameRenderer]

/** What is wrong if the front end is not built, or was built in part: a build was interrupted, or a copy. */
export function builtWebProblems(webRoot: string): string[] {
  if (!existsSync(webRoot)) return ['The front end is not built: run npm run build first.']
  const missing = [...files, ...assetsOf(webRoot)].find(file => !existsSync(join(webRoot, file)))
  if (missing === undefined) return []
  return [
    `The front end is not complete: dist/web/${missing} is missing. Run npm run build again, and let it finish.`,
  ]
}

/** The scripts, styles and fonts that the page, the screens and the themes name. */
function assetsOf(webRoot: string): string[] {
  const named = ['index.html', 'screens.json', 'fonts.json'].flatMap(file => {
    const path = join(webRoot, file)
    return existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/assets\/[\w.-]+/g)] : []
  })
  return [...new Set(named.map(([asset]) => asset))]
}
