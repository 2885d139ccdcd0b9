import * as z from 'zod/mini'
import type { RangePreset } from '../../../domain/dates.ts'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'

/** The columns by which previous grants can be sorted (§2.7). */
export const sortColumns = ['createdDate', 'grantPurpose', 'amount'] as const

const sorts = sortColumns.flatMap(column => [column, `-${column}` as const])

const shape = z.object({
  range: z.catch(z.optional(z.string()), undefined),
  from: z.catch(z.optional(z.string()), undefined),
  to: z.catch(z.optional(z.string()), undefined),
  sort: z.catch(z.optional(z.enum(sorts)), undefined),
  view: z.catch(z.optional(z.enum(['50', 'all'])), undefined),
})

export type CharityView = {
  /** Input of `activityView`: the ranges are those of Fund Activity. */
  dates: { range?: string | undefined; from?: string | undefined; to?: string | undefined }
  sort: string
  rows: View
}

/** The default is the whole history, because most charities receive few grants. */
const defaultRange: RangePreset = 'since-opening'

export const defaultSort = '-createdDate'

/** Reads the view from the address; invalid values fall back to the defaults. */
export function charityView(search: unknown): CharityView {
  const { sort = defaultSort, view = '10', range = defaultRange, ...days } = shape.parse(search)
  return { dates: { range, ...days }, sort, rows: view }
}
