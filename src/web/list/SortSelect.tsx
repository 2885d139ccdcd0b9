import type { ListColumn } from '../../contract/list.ts'
import { Select } from '../ui/fields/Select.tsx'
import styles from './ListTable.module.css'

type SortSelectProps<Row> = {
  name: string
  columns: readonly ListColumn<Row>[]
  headingOf: (column: ListColumn<Row>) => string
  /** `amount` is ascending, `-amount` descending. */
  sort: string
  onSort: (sort: string) => void
}

/** Sorts a list whose table is too narrow for headings. */
export function SortSelect<Row>({ name, columns, headingOf, sort, onSort }: SortSelectProps<Row>) {
  const choices = columns.flatMap(column => {
    const { sortBy, type } = column
    if (sortBy === undefined) return []
    const heading = headingOf(column)
    const [first, last] = orders[type] ?? ['A to Z', 'Z to A']
    return [
      { value: sortBy, text: `${heading}, ${first}` },
      { value: `-${sortBy}`, text: `${heading}, ${last}` },
    ]
  })
  return (
    <div className={styles.sort}>
      <div>
        <Select label="Sort by" name={name} choices={choices} value={sort} onChange={onSort} />
      </div>
    </div>
  )
}

const smallest = ['smallest first', 'largest first'] as const
const earliest = ['earliest first', 'latest first'] as const
const orders: Readonly<Partial<Record<ListColumn<unknown>['type'], readonly [string, string]>>> = {
  money: smallest,
  number: smallest,
  id: smallest,
  date: earliest,
  instant: earliest,
}
