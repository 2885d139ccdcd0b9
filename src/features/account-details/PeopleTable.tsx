import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { List } from '../../contract/list.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan, useCurrency } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import type { View } from '../../web/ui/table/ViewSelector.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AccountDetails.module.css'
import { filterText } from './domain/relationship-filter.ts'
import { RemovePerson } from './RemovePerson.tsx'
import type {
  exportRelationships,
  listInterestedParties,
  listRelationships,
  Relationship,
} from './relationships.contract.ts'

/** The keyword is sent this long after the last key (§9). */
const filterDelayMs = 50

type PeopleTableProps = {
  title: string
  /** The people, in the plural and in lower case. */
  what: string
  list: List<Relationship>
  endpoint: typeof listRelationships | typeof listInterestedParties
  exportEndpoint?: typeof exportRelationships
  fundId: number
  /** Content below the table. */
  children?: ReactNode
}

/** The people of an account, with a keyword filter: its relationships, or everyone it covers (§2.8). */
export function PeopleTable({
  title,
  what,
  list,
  endpoint,
  exportEndpoint,
  fundId,
  children,
}: PeopleTableProps) {
  const currency = useCurrency()
  const filterName = `filter-${useId()}`
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState(list.defaultSort)
  const [view, setView] = useState<View>('10')
  const keywords = useDebounced(filterText(typed), filterDelayMs)
  const [toRemove, setToRemove] = useState<Relationship | null>(null)
  const { writeAccess } = useCurrentAccount()
  const changesPeople = useCan('ACCOUNT_RELATIONSHIP_UPDATE') && writeAccess
  const params = { fundId }
  const people = useQuery({
    ...queryList(endpoint, { params, query: { keywords, sort } }, view),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ListTable
        list={list}
        what={what}
        caption={title}
        currency={currency}
        hasStickyHeading={false}
        filter={{
          name: filterName,
          label: `Filter ${what} by name or role`,
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        cells={cells}
        actionsAfter={changesPeople ? [actionsColumn(setToRemove)] : []}
        rows={people.data?.data}
        loadFailure={people.isLoadingError ? <LoadFailure what={title} requests={[people]} /> : undefined}
        rowKey={row => row.relationshipId}
        narrowRow={list.columns.map(({ key }) => key)}
        sort={sort}
        onSort={setSort}
        empty={{ text: `The ${what} of this account will appear here.` }}
        {...(people.data ? { view: { value: view, total: people.data.meta.total, onChange: setView } } : {})}
        {...(exportEndpoint
          ? {
              onExport: (format, about) =>
                downloadFile(exportEndpoint, { params, query: { keywords, sort, format } }, about),
            }
          : {})}
      />
      {children}
      <RemovePerson person={toRemove} onClose={() => setToRemove(null)} />
    </section>
  )
}

const greyed = (text: string, { endedDate }: Relationship) =>
  endedDate === null ? text : <span className={styles.ended}>{text}</span>

/** View/Edit and Remove (§2.8), for people who may change relationships. */
const actionsColumn = (onRemove: (row: Relationship) => void): Column<Relationship> => ({
  key: 'actions',
  heading: 'Actions',
  inNarrowRow: 'right',
  cell: row => (
    <span className={styles.actions}>
      <Link to={paths.relationship(row.relationshipId)}>
        View/Edit<VisuallyHidden> {row.name}</VisuallyHidden>
      </Link>
      {row.removal !== null ? (
        <Button kind="text" onPress={() => onRemove(row)}>
          Remove<VisuallyHidden> {row.name}</VisuallyHidden>
        </Button>
      ) : null}
    </span>
  ),
})

/** Former relationships are greyed; the column Ended says it in words. */
const cells: Cells<Relationship> = {
  name: row => <Link to={paths.relationship(row.relationshipId)}>{greyed(row.name, row)}</Link>,
  accountRoleName: row => greyed(row.accountRoleName, row),
  accessDescription: row => greyed(row.endedDate === null ? row.accessDescription : 'None', row),
}
