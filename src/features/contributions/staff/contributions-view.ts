import * as z from 'zod/mini'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { contributionsList } from '../contributions.list.ts'
import { contributionFilters } from '../domain/contribution.ts'

export const contributionsFilters = ['all', ...contributionFilters] as const

/** The URL contains the view. Invalid values fall back to the default. */
export const contributionsSearch = z.object({
  state: z.catch(z.enum(contributionsFilters), 'all'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['-enteredDate', 'enteredDate', 'accountName', '-accountName']), '-enteredDate'),
})
export type ContributionsView = z.infer<typeof contributionsSearch>

export const pathOf = ({ state, view, sort }: Omit<ContributionsView, 'sort'> & { sort: string }) =>
  staffPaths.staffContributions({
    ...(state === 'all' ? {} : { state }),
    ...(view === '10' ? {} : { view }),
    ...(sort === contributionsList.defaultSort ? {} : { sort }),
  })
