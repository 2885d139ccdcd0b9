import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { accountStatuses } from '../../contract/account-overview.contract.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../web/api/query.ts'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import type { RowKey } from '../../web/list/selection-column.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { useOpenAccount } from '../../web/routing/use-open-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { Select } from '../../web/ui/fields/Select.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import styles from './AdvisorDashboard.module.css'
import { AssignHousehold } from './AssignHousehold.tsx'
import {
  type DashboardAccount,
  exportDashboardAccounts,
  getDashboardTotals,
  listDashboardAccounts,
  listHouseholds,
} from './advisor-dashboard.contract.ts'
import { chosenAccounts } from './chosen-accounts.ts'
import { Charts, TotalFigures } from './DashboardTotals.tsx'
import { dashboardList } from './dashboard.list.ts'
import { type DashboardView, dashboardSearch, filterOf, paramsOf, pathOf, viewOf } from './dashboard-view.ts'
import { HouseholdsSection } from './HouseholdsSection.tsx'

const filterDelayMs = 250

/**
 * /financial-advisor-dashboard (§17): the accounts that an advisor, banker or member of the service team looks after. The address holds
 * the view, so that coming back from an account shows it again.
 */
export function DashboardPage() {
  const view = viewOf(useSearchParams(dashboardSearch))
  const navigate = useNavigate()
  const show = (next: Partial<DashboardView>) =>
    void navigate({ to: pathOf({ ...view, ...next }), resetScroll: false, replace: true })
  const [typed, setTyped] = useState(view.keywords)
  const keywords = useDebounced(typed, filterDelayMs)
  const filter = filterOf({ ...view, keywords })
  const accounts = useQuery({
    ...queryList(listDashboardAccounts, { query: { ...filter, sort: view.sort } }, view.rows),
    placeholderData: keepPreviousData,
  })
  // The rows come first; the sums of all accounts take longer.
  const totals = useQuery({
    ...query(getDashboardTotals, { query: filter }),
    placeholderData: keepPreviousData,
    enabled: accounts.isFetched,
  })
  const isUnfiltered = keywords === '' && !hasFilters(view)
  const heading = (
    <PageHeading title={`${inClientEnglish('Adviser')} Dashboard`} isAboveList>
      Your accounts
    </PageHeading>
  )
  if (accounts.data?.meta.total === 0 && isUnfiltered)
    return (
      <>
        {heading}
        <NoAccounts />
      </>
    )
  return (
    <>
      <div className={styles.head}>
        {heading}
        {totals.isLoadingError ? (
          <LoadFailure what="The totals" requests={[totals]} />
        ) : (
          <TotalFigures totals={totals.data?.totals} />
        )}
      </div>
      <div className={classNames(styles.parts, view.part === 'accounts' && styles.withToolbar)}>
        <Views view={view} keywords={keywords} total={accounts.data?.meta.total} onShow={show} />
        {view.part === 'accounts' ? (
          <AccountsTable
            view={view}
            onShow={show}
            accounts={accounts}
            search={{ value: typed, searchedFor: keywords, onChange: setTyped }}
          />
        ) : null}
        {view.part === 'charts' && totals.data ? <Charts found={totals.data} /> : null}
        {view.part === 'households' ? <HouseholdsSection /> : null}
      </div>
    </>
  )
}

const hasFilters = ({ household, status, waiting }: DashboardView): boolean =>
  household !== undefined || status !== undefined || waiting

type ViewsProps = ViewProps & { keywords: string; total: number | undefined }

/** Chooses between the table, its charts and the households, and opens the report on what is shown. */
function Views({ view, keywords, total, onShow }: ViewsProps) {
  const { locale } = clientContext().clientSettings
  const navigate = useNavigate()
  const mayEdit = useCan('HOUSEHOLD_EDIT')
  const report = () => {
    chosenAccounts.set([])
    void navigate({ to: paths.activityReport(paramsOf({ ...view, keywords })) })
  }
  return (
    <div className={styles.views}>
      <ChoiceBar
        label="Show"
        choices={[
          {
            value: 'accounts',
            text: total === undefined ? 'Accounts' : `Accounts (${total.toLocaleString(locale)})`,
          },
          { value: 'charts', text: 'Charts' },
          ...(mayEdit ? [{ value: 'households' as const, text: 'Households' }] : []),
        ]}
        value={view.part}
        onChange={part => onShow({ part })}
      />
      <Button onPress={report}>Activity report</Button>
    </div>
  )
}

/** The sponsor's staff have no accounts of their own; they find all accounts on their own dashboard. */
function NoAccounts() {
  const headingId = useId()
  const isStaff = useCan('SUPER_DASHBOARD_VIEW')
  return (
    <section aria-labelledby={headingId} className={styles.empty}>
      <h2 id={headingId}>You look after no accounts yet</h2>
      <p>They appear here when a donor or our staff add you to an account.</p>
      {isStaff ? (
        <p>
          <Link to={paths.superUserDashboard()} look="button">
            Go to the Super User Dashboard
          </Link>
        </p>
      ) : null}
    </section>
  )
}

type ViewProps = { view: DashboardView; onShow: (next: Partial<DashboardView>) => void }
type TableProps = ViewProps & {
  accounts: UseQueryResult<{ data: readonly DashboardAccount[]; meta: { total: number } }>
  search: { value: string; searchedFor: string; onChange: (text: string) => void }
}

function AccountsTable({ view, onShow, accounts, search }: TableProps) {
  const { sort, rows: rowsShown } = view
  const { searchedFor: keywords } = search
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const isFiltered = hasFilters(view)
  const [isOpen, setOpen] = useState(isFiltered)
  const openAccount = useOpenAccount()
  const rows = accounts.data?.data
  const chosen = rows?.filter(row => selected.has(row.id)) ?? []
  return (
    <ListTable
      list={dashboardList}
      what="accounts"
      caption="The accounts that you look after"
      currency={clientContext().currentDbHeader}
      filter={{
        name: 'dashboard-filter',
        label: inClientEnglish('Search by account, donor{,} or Account ID'),
        ...search,
        onChange: text => {
          search.onChange(text)
          onShow({ keywords: text })
        },
        children: <Filters view={view} onShow={onShow} />,
        expansion: { isOpen, onToggle: setOpen },
        isFiltered,
      }}
      cells={cellsFor(openAccount, view)}
      {...(view.columns === null ? { narrowRow: ['balance', 'lastActivity'] } : {})}
      rows={rows}
      loadFailure={
        accounts.isLoadingError ? <LoadFailure what="Your accounts" requests={[accounts]} /> : undefined
      }
      rowKey={row => row.id}
      sort={sort}
      onSort={next => onShow({ sort: next })}
      chosenColumns={{ keys: view.columns, onChange: columns => onShow({ columns }) }}
      selection={{
        keys: selected,
        onChange: setSelected,
        actions: <SelectedAccounts chosen={chosen} view={view} onDone={() => setSelected(new Set())} />,
      }}
      empty={{ text: 'No accounts match. Change the search or the filters.' }}
      {...(accounts.data
        ? {
            view: {
              value: rowsShown,
              total: accounts.data.meta.total,
              onChange: (next: DashboardView['rows']) => onShow({ rows: next }),
            },
          }
        : {})}
      onExport={(format, about) =>
        downloadFile(
          exportDashboardAccounts,
          { query: { ...filterOf({ ...view, keywords }), sort, format } },
          about,
        )
      }
    />
  )
}

type SelectedAccountsProps = { chosen: readonly DashboardAccount[]; view: DashboardView; onDone: () => void }

/** What can be done with the selected accounts. */
function SelectedAccounts({ chosen, view, onDone }: SelectedAccountsProps) {
  const navigate = useNavigate()
  const mayEdit = useCan('HOUSEHOLD_EDIT')
  const report = () => {
    chosenAccounts.set(chosen.map(({ fundId, currency }) => ({ fundId, currency })))
    void navigate({ to: paths.activityReport(paramsOf(view)) })
  }
  return (
    <>
      <Button onPress={report}>Report on these</Button>
      {mayEdit ? <AssignHousehold accounts={chosen} onDone={onDone} /> : null}
    </>
  )
}

function Filters({ view, onShow }: ViewProps) {
  const households = useQuery(query(listHouseholds, {}))
  const choices = [
    { value: 'all', text: 'All' },
    { value: 'none', text: 'No household' },
    ...(households.data?.data.map(({ householdId, name }) => ({ value: householdId, text: name })) ?? []),
  ]
  return (
    <div className={styles.filters}>
      <Select
        label="Household"
        name="household-filter"
        choices={choices}
        value={view.household ?? 'all'}
        onChange={household => onShow({ household: household === 'all' ? undefined : household })}
      />
      <Select
        label="Status"
        name="status-filter"
        choices={[{ value: 'all', text: 'All' }, ...accountStatuses.map(value => ({ value, text: value }))]}
        value={view.status ?? 'all'}
        onChange={status => onShow({ status: accountStatuses.find(each => each === status) })}
      />
      <Checkbox name="waiting-filter" value={view.waiting} onChange={waiting => onShow({ waiting })}>
        Only accounts that need your attention
      </Checkbox>
    </div>
  )
}

const cellsFor = (
  openAccount: (account: DashboardAccount) => Promise<void>,
  { columns }: DashboardView,
): Cells<DashboardAccount> => ({
  accountName: row => (
    <div>
      <Button kind="text" isPrinted onPress={() => void openAccount(row)}>
        {row.accountName}
      </Button>
      {columns === null ? <Note>{row.donorName}</Note> : null}
    </div>
  ),
  waiting: row => (row.waiting === 0 ? '–' : row.waiting),
})
