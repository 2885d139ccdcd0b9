import * as z from 'zod/mini'
import type { SavedView } from '../saved-views.contract.ts'
import type { SavedViewRow } from './saved-views.queries.ts'

const storedFilters = z.record(z.string(), z.string())

export const viewResponse = ({ view_id: viewId, name, filters }: SavedViewRow): SavedView => ({
  viewId,
  name,
  filters: z.parse(storedFilters, filters),
})
