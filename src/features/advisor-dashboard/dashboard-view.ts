import * as z from 'zod/mini'
import { accountStatuses } from '../../contract/account-overview.contract.ts'
import { searchKeywords } from '../../contract/wire.ts'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam } from '../../web/routing/search-params.ts'
import type { DashboardFilter } from './advisor-dashboard.contract.ts'
import { dashboardList } from './dashboard.list.ts'

const orders = dashboardList.columns.flatMap(({ sortBy }) => (sortBy === undefined ? [] : [sortBy]))
const sorts = orders.flatMap(order => [order, `-${order}`])

const waitings = ['no', 'yes'] as const
const views = ['10', '50', 'all'] as const
const parts = ['accounts', 'charts', 'households'] as const
export type DashboardPart = (typeof parts)[number]

/** Which accounts are shown, in the address of the dashboard and of the report. */
export const filterParams = {
  keywords: z.catch(searchKeywords, ''),
  household: optionalParam(z.union([z.uuid(), z.literal('none')])),
  status: optionalParam(z.enum(accountStatuses)),
  waiting: z.catch(z.enum(waitings), 'no'),
}

/** The address contains the view: search, filters, order and columns. Invalid values fall back to the default. */
export const dashboardSearch = z.object({
  ...filterParams,
  sort: z.catch(z.string().check(z.refine(sort => sorts.includes(sort))), dashboardList.defaultSort),
  columns: optionalParam(z.string().check(z.maxLength(400))),
  view: optionalParam(z.enum(views)),
  show: z.catch(z.enum(parts), 'accounts'),
})

export type DashboardView = {
  keywords: string
  household: string | undefined
  status: (typeof accountStatuses)[number] | undefined
  waiting: boolean
  sort: string
  /** Null: the default columns. */
  columns: readonly string[] | null
  rows: (typeof views)[number]
  part: DashboardPart
}

/** On a phone a list of 50 is too long to scroll past. */
const defaultRows = (): DashboardView['rows'] =>
  window.matchMedia('(max-width: 45rem)').matches ? '10' : '50'

export const viewOf = (search: z.infer<typeof dashboardSearch>): DashboardView => ({
  keywords: search.keywords,
  household: search.household,
  status: search.status,
  waiting: search.waiting === 'yes',
  sort: search.sort,
  columns: search.columns?.split(',') ?? null,
  rows: search.view ?? defaultRows(),
  part: search.show,
})

type FilterOfView = Pick<DashboardView, 'keywords' | 'waiting'> &
  Partial<Pick<DashboardView, 'household' | 'status'>>

/** The filter as it is written in an address, without default values. */
export const paramsOf = ({ keywords, household, status, waiting }: FilterOfView) => ({
  keywords,
  ...(household === undefined ? {} : { household }),
  ...(status === undefined ? {} : { status }),
  ...(waiting ? { waiting: 'yes' } : {}),
})

export const pathOf = (view: DashboardView): string =>
  paths.advisorDashboard({
    ...paramsOf(view),
    ...(view.sort === dashboardList.defaultSort ? {} : { sort: view.sort }),
    ...(view.columns === null ? {} : { columns: view.columns.join(',') }),
    ...(view.rows === defaultRows() ? {} : { view: view.rows }),
    ...(view.part === 'accounts' ? {} : { show: view.part }),
  })

export const filterOf = ({ keywords, household, status, waiting }: FilterOfView): DashboardFilter => ({
  keywords,
  household,
  status,
  waiting,
})
