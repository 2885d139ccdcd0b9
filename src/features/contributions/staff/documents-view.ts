import * as z from 'zod/mini'
import { paths } from '../../../web/routing/paths.ts'
import { contributionsList } from '../contributions.list.ts'
import { contributionStates } from '../domain/contribution.ts'

export const documentsFilters = ['all', ...contributionStates] as const

/** The URL contains the view. Invalid values fall back to the default. */
export const documentsSearch = z.object({
  state: z.catch(z.enum(documentsFilters), 'all'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['-enteredDate', 'enteredDate', 'accountName', '-accountName']), '-enteredDate'),
})
export type DocumentsView = z.infer<typeof documentsSearch>

export const pathOf = ({ state, view, sort }: Omit<DocumentsView, 'sort'> & { sort: string }) =>
  paths.contributionDocuments({
    ...(state === 'all' ? {} : { state }),
    ...(view === '10' ? {} : { view }),
    ...(sort === contributionsList.defaultSort ? {} : { sort }),
  })
