import * as z from 'zod/mini'
import type { RangePreset } from '../../../domain/range-presets.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'

/** The columns by which previous grants can be sorted (§2.7). */
const sortColumns = ['createdDate', 'grantPurpose', 'amount'] as const

const sorts = sortColumns.flatMap(column => [column, `-${column}` as const])

export const charitySearch = z.object({
  range: optionalParam(z.string()),
  from: optionalParam(z.string()),
  to: optionalParam(z.string()),
  sort: optionalParam(z.enum(sorts)),
  view: optionalParam(z.enum(['50', 'all'])),
})

type CharityView = {
  /** Input of `activityView`: the ranges are those of Fund Activity. */
  dates: { range?: string | undefined; from?: string | undefined; to?: string | undefined }
  sort: string
  rows: View
}

/** The default is the whole history, because most charities receive few grants. */
const defaultRange: RangePreset = 'since-opening'

export const defaultSort = '-createdDate'

/** The view in the address, with its defaults. */
export function charityView(search: z.infer<typeof charitySearch>): CharityView {
  const { sort = defaultSort, view = '10', range = defaultRange, ...days } = search
  return { dates: { range, ...days }, sort, rows: view }
}
