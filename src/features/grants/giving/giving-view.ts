import * as z from 'zod/mini'
import { searchKeywords, sortKey } from '../../../contract/wire.ts'
import { rangePresets } from '../../../domain/range-presets.ts'
import type { GrantsParam } from '../../../web/routing/path-views.ts'
import { paths } from '../../../web/routing/paths.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import { causeLetter, givingStates } from './giving.contract.ts'
import { givingList } from './giving.list.ts'

/** The view of /grants, which the address contains. */
export const givingSearch = z.object({
  view: optionalParam(z.enum(['insight'])),
  keywords: optionalParam(searchKeywords),
  state: optionalParam(z.enum(givingStates)),
  year: optionalParam(z.string().check(z.regex(/^(19|20|21)\d\d$/))),
  cause: optionalParam(causeLetter),
  by: optionalParam(z.uuid()),
  sort: optionalParam(sortKey),
  rows: optionalParam(z.enum(['50', 'all'])),
  range: optionalParam(z.enum(rangePresets)),
  from: optionalParam(z.string()),
  to: optionalParam(z.string()),
})
export type GivingView = z.output<typeof givingSearch>

/** The address of a view, without default values. */
export const addressOfView = (view: GivingView): string => {
  const { sort, ...rest } = view
  const params: Partial<Record<GrantsParam, string | undefined>> = {
    ...rest,
    keywords: rest.keywords || undefined,
    sort: sort === givingList.defaultSort ? undefined : sort,
  }
  return paths.grants(params)
}

/** The filters as the call takes them. */
export const filtersOf = ({ keywords, state, year, cause, by, sort }: GivingView) => ({
  ...(keywords ? { keywords } : {}),
  ...(state === undefined ? {} : { state }),
  ...(year === undefined ? {} : { year }),
  ...(cause === undefined ? {} : { cause }),
  ...(by === undefined ? {} : { recommendedBy: by }),
  sort: sort ?? givingList.defaultSort,
})

export const hasFilter = ({ state, year, cause, by }: GivingView): boolean =>
  [state, year, cause, by].some(value => value !== undefined)
