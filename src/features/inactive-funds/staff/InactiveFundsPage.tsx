import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { formatMoney } from '../../../domain/money.ts'
import { queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { QueriedListTable } from '../../../web/list/QueriedListTable.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { attentionReasonNames, attentionReasons, fundViewNames, fundViews } from '../domain/attention.ts'
import { exportInactiveFunds, type InactiveFund, listInactiveFunds } from '../inactive-funds.contract.ts'
import { inactiveFundsList } from '../inactive-funds.list.ts'

const fundsSearch = z.object({
  view: z.catch(z.enum(fundViewNames), 'all'),
  reason: z.catch(z.optional(z.enum(attentionReasonNames)), undefined),
  sort: z.catch(z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/)), inactiveFundsList.defaultSort),
  size: z.catch(z.enum(['10', '50', 'all']), '10'),
})

/** /super-user-dashboard/inactive-funds: funds that need attention, why, and what was done about them. */
export function InactiveFundsPage() {
  const shown = useSearchParams(fundsSearch)
  const { view, reason, sort, size } = shown
  const search = { view, ...(reason === undefined ? {} : { reason }) }
  const navigate = useNavigate()
  const { currentDbHeader, clientSettings } = clientContext()
  const found = useQuery({
    ...queryList(listInactiveFunds, { query: { ...search, sort } }, size),
    placeholderData: keepPreviousData,
  })
  const open = (next: Partial<typeof shown>) =>
    void navigate({ to: staffPaths.inactiveFunds({ ...shown, ...next }), replace: true, resetScroll: false })
  const settings = found.data?.settings ?? null
  return (
    <>
      <PageHeading
        title="Inactive Funds"
        isAboveList
        lead={inClientEnglish(
          settings === null
            ? 'Active funds that need attention, and what was done about each.'
            : `Active funds without a grant for ${settings.afterMonths} months, with less than ${formatMoney(settings.smallBalanceMinor, currentDbHeader, clientSettings.locale)}, without successors or an address{,} or whose e-mail was not delivered.`,
        )}
      >
        Inactive Funds
      </PageHeading>
      <QueriedListTable
        key={`${view} ${reason ?? ''}`}
        list={inactiveFundsList}
        what="funds"
        caption={view === 'all' ? 'Funds that need attention' : fundViews[view]}
        currency={currentDbHeader}
        choices={
          <>
            <ChoiceBar
              label="Show"
              choices={fundViewNames.map(value => ({ value, text: fundViews[value] }))}
              value={view}
              onChange={next => open({ view: next })}
            />
            <Select
              label="Reason"
              name="reason"
              isLabelHidden
              value={reason ?? 'all'}
              choices={[
                { value: 'all' as const, text: 'All reasons' },
                ...attentionReasonNames.map(value => ({ value, text: attentionReasons[value] })),
              ]}
              onChange={next => open({ reason: next === 'all' ? undefined : next })}
            />
          </>
        }
        {...(reason === undefined ? {} : { filteredBy: attentionReasons[reason] })}
        cells={cells}
        found={found}
        size={size}
        onSize={next => open({ size: next })}
        sort={sort}
        onSort={next => open({ sort: next })}
        rowKey={({ accountId }) => accountId}
        empty={{
          text:
            found.data?.settings === null
              ? 'No list of inactive funds is kept for this book.'
              : 'No funds of this kind need attention.',
        }}
        onExport={(format, about) =>
          downloadFile(exportInactiveFunds, { query: { ...search, sort, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<InactiveFund> = {
  account: (row, shown) => (
    <div>
      <Link to={staffPaths.inactiveFund(row.accountId)}>{shown}</Link>
      <Note>{row.fundId}</Note>
    </div>
  ),
}
