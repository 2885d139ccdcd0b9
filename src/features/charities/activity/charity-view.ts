import * as z from 'zod/mini'
import type { RangePreset } from '../../../domain/dates.ts'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'

/** The columns by which previous grants are sorted (§2.7). */
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
  /** For `activityView` of Fund Activity: the ranges are the same. */
  dates: { range?: string | undefined; from?: string | undefined; to?: string | undefined }
  sort: string
  rows: View
}

/** A charity is granted to a few times in years: the whole of it is what people come for. */
const defaultRange: RangePreset = 'since-opening'

export const defaultSort = '-createdDate'

/** What the address says of the screen (habits 9); what makes no sense there falls back to the default. */
export function charityView(search: unknown): CharityView {
  const { sort = defaultSort, view = '10', range = defaultRange, ...days } = shape.parse(search)
  return { dates: { range, ...days }, sort, rows: view }
}
