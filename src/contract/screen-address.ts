import type { Currency } from '../domain/money.ts'
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

/**
 * The address that makes an account the current one and then opens a screen: for mails, whose reader may be viewing another account.
 * `currency`: that of the account, at a client with two books, where the number alone does not say which account it is.
 */
export function addressInAccount(
  screen: string,
  { fundId, currency }: { fundId: number; currency?: Currency | undefined },
): string {
  const path = screenAddressWith('/accounts/$fundId', { fundId: String(fundId) }, { currency })
  // People read and copy the address. A slash needs no encoding in this part of it (RFC 3986, section 3.4).
  return `${path}${currency === undefined ? '?' : '&'}screen=${encodeURIComponent(screen).replaceAll('%2F', '/')}`
}

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
