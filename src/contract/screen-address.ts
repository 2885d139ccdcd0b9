import type { ScreenPath } from './screens.ts'

/** The names of a path's variable parts: `'kind' | 'name'` for `/content/$kind/$name`. */
export type ParamOf<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

type SearchParams = Record<string, string | undefined>

/** Appends the parameters that are set, in their order. */
export function withSearch(path: string, search: SearchParams): string {
  const set = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** The address of a screen without variable parts, for server and browser. */
export const screenAddress = <Path extends ScreenPath>(
  path: [ParamOf<Path>] extends [never] ? Path : never,
  search: SearchParams = {},
) => withSearch(path, search)

/** The address of a screen with variable parts, each of which is encoded. */
export function screenAddressWith<Path extends ScreenPath>(
  path: Path,
  params: Record<ParamOf<Path>, string>,
  search: SearchParams = {},
): string {
  const values: Readonly<Record<string, string>> = params
  const filled = path.replaceAll(/\$(\w+)/g, (_part, name: string) => encodeURIComponent(values[name] ?? ''))
  return withSearch(filled, search)
}
