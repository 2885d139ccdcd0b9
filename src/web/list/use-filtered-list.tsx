import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { List } from '../../contract/list.ts'
import { LoadFailure } from '../api/LoadFailure.tsx'
import { useDebounced } from '../api/use-debounced.ts'
import type { View } from '../ui/table/ViewSelector.tsx'

const filterDelayMs = 200

/** What a list is asked for. */
export type ListSearch = { keywords: string; sort: string }

/**
 * A list that keeps its keywords, order and number of rows itself, where a page has several: the address holds those of none. `about` is
 * for the table as it stands (`ListTable`).
 */
export function useFilteredList<Row, Found extends { data: Row[]; meta: { total: number } }>(
  list: List<Row>,
  /** `what` names the rows where they could not be loaded: “The charges”. */
  { what, ...filter }: { what: string; name: string; label: string },
  ask: (search: ListSearch, view: View) => UseQueryOptions<Found>,
) {
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const [sort, setSort] = useState(list.defaultSort)
  const [view, setView] = useState<View>('10')
  const search: ListSearch = { keywords, sort }
  const found = useQuery({ ...ask(search, view), placeholderData: keepPreviousData })
  const about = {
    list,
    filter: { ...filter, value: typed, searchedFor: keywords, onChange: setTyped },
    rows: found.data?.data,
    loadFailure: found.isLoadingError ? <LoadFailure what={what} requests={[found]} /> : undefined,
    sort,
    onSort: setSort,
    ...(found.data ? { view: { value: view, total: found.data.meta.total, onChange: setView } } : {}),
  }
  return { found, search, about }
}
