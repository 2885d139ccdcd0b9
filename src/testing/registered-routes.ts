import { readSourceFiles, type SourceFile } from './source-files.ts'

/** What a routes file says about an endpoint, as source text. `prepare`: what runs before the transaction; null for none. */
export type RegisteredRoute = { file: SourceFile; endpoint: string; prepare: string | null; handler: string }

/** The program's files, without its tests. */
export const programFiles = (): SourceFile[] =>
  readSourceFiles().filter(({ path }) => !/\.test\.tsx?$/.test(path))

/** The calls of `route` and `preparedRoute` in these files. */
export const registeredRoutes = (files: readonly SourceFile[]): RegisteredRoute[] =>
  files
    .filter(({ path }) => path !== 'src/server/http/route.ts')
    .flatMap(file =>
      [...file.text.matchAll(/(?<![\w.])(route|preparedRoute)\(/g)].flatMap(({ index, 0: call }) => {
        const parts = argumentsAt(file.text, index + call.length)
        const [endpoint, handler] = [parts[0], parts.at(-1)]
        return parts.length < 2 || endpoint === undefined || handler === undefined
          ? []
          : [{ file, endpoint, prepare: parts.length > 2 ? (parts[1] ?? null) : null, handler }]
      }),
    )

/** The arguments of a call whose text begins at `from`, behind the parenthesis. */
export function argumentsAt(text: string, from: number): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of text.slice(from)) {
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (depth < 0) break
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map(part => part.trim()).filter(part => part !== '')
}
