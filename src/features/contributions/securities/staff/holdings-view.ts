import * as z from 'zod/mini'
import { staffPaths } from '../../../../web/routing/staff-paths.ts'
import { holdingFilters } from '../holdings.contract.ts'
import { holdingsList } from '../holdings.list.ts'

/** The URL contains the view. Invalid values fall back to the default. */
export const holdingsSearch = z.object({
  show: z.catch(z.enum(holdingFilters), 'held'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['-giftDate', 'giftDate', 'accountName', '-accountName']), '-giftDate'),
})
export type HoldingsView = z.infer<typeof holdingsSearch>

export const pathOf = ({ show, view, sort }: Omit<HoldingsView, 'sort'> & { sort: string }) =>
  staffPaths.excludedAssets({
    ...(show === 'held' ? {} : { show }),
    ...(view === '10' ? {} : { view }),
    ...(sort === holdingsList.defaultSort ? {} : { sort }),
  })
