import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'

/**
 * Search parameters are plain text, not JSON: `?range=last-year&open=1,2`. The router's own parser would turn `open=2` into
 * a number.
 */
export const parseSearch = (text: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** A search parameter that is undefined where it is absent or invalid: anyone can edit an address. */
export const optionalParam = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined)

/**
 * The search parameters of the address, as the screen's schema types them. The schema must accept every input. It is read
 * here and not as the route's `validateSearch`, which would write the defaults into the address (decision 22).
 */
export function useSearchParams<Schema extends z.ZodMiniType>(schema: Schema): z.infer<Schema> {
  return z.parse(schema, useSearch({ strict: false }))
}
