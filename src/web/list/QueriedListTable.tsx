import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { LoadFailure } from '../api/LoadFailure.tsx'
import { ListTable } from './ListTable.tsx'
import type { ListView } from './use-whole-on-paper.ts'

type Found<Row> = { data: Row[]; meta: { total: number } }

type QueriedListTableProps<Row> = Omit<
  ComponentProps<typeof ListTable<Row>>,
  'rows' | 'loadFailure' | 'view'
> & {
  found: UseQueryResult<Found<Row>>
  /** How many rows are shown, and the choice of another number. */
  size: ListView['value']
  onSize: ListView['onChange']
}

/** The table of a list that is asked page by page (`queryList`): its rows, why there are none, and the choice of how many. */
export function QueriedListTable<Row>({ found, size, onSize, ...props }: QueriedListTableProps<Row>) {
  return (
    <ListTable
      {...props}
      rows={found.data?.data}
      loadFailure={
        found.isLoadingError ? <LoadFailure what={`The ${props.what}`} requests={[found]} /> : undefined
      }
      {...(found.data ? { view: { total: found.data.meta.total, value: size, onChange: onSize } } : {})}
    />
  )
}
