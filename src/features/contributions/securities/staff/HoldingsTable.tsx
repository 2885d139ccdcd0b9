import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { screenAddressWith } from '../../../../contract/screen-address.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../../domain/money.ts'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../../web/api/query.ts'
import { useDebounced } from '../../../../web/api/use-debounced.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../../web/list/download-file.ts'
import { ListTable } from '../../../../web/list/ListTable.tsx'
import type { Cells } from '../../../../web/list/list-columns.tsx'
import { RowMenu } from '../../../../web/ui/table/RowMenu.tsx'
import type { Column } from '../../../../web/ui/table/SortHeading.tsx'
import { Note } from '../../../../web/ui/text/Note.tsx'
import { WaitingForSecond } from '../../../posting-requests/WaitingForSecond.tsx'
import { formatQuantity } from '../../domain/contribution.ts'
import { propertyLabels } from '../domain/gift-value.ts'
import { holdingTaskLabels } from '../domain/holding-task.ts'
import { type Disposal, exportHoldings, type Holding, listHoldings } from '../holdings.contract.ts'
import { holdingsList, taskText } from '../holdings.list.ts'
import { HoldingDocuments } from './HoldingDocuments.tsx'
import type { OpenHoldingForm } from './HoldingForm.tsx'
import { type HoldingsView, pathOf } from './holdings-view.ts'

const filterDelayMs = 200

type HoldingsTableProps = {
  shown: HoldingsView
  /** In the toolbar of the list. */
  choices: ReactNode
  currency: Currency
  onOpen: (form: OpenHoldingForm) => void
}

export function HoldingsTable({ shown, choices, currency, onOpen }: HoldingsTableProps) {
  const { show, view, sort } = shown
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = { keywords, sort, show }
  const listed = useQuery({
    ...queryList(listHoldings, { query: search }, view),
    placeholderData: keepPreviousData,
  })
  const go = (next: Partial<Omit<HoldingsView, 'sort'>> & { sort?: string }) =>
    void navigate({ to: pathOf({ ...shown, ...next }), resetScroll: false })
  return (
    <ListTable
      list={holdingsList}
      what="assets"
      caption="Assets and what was sold or released of them"
      currency={currency}
      choices={choices}
      filter={{
        name: 'holding-filter',
        label: inClientEnglish('Filter by account, asset{,} or number'),
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cellsOf(currency)}
      actionsAfter={[actionColumn(onOpen)]}
      rows={listed.data?.data}
      loadFailure={listed.isLoadingError ? <LoadFailure what="The assets" requests={[listed]} /> : undefined}
      rowKey={row => row.holdingId}
      sort={sort}
      onSort={next => go({ sort: next })}
      empty={{
        text:
          show === 'tasks'
            ? 'No tasks are open.'
            : 'No assets here yet. They appear here when a contribution of securities is received.',
      }}
      {...(listed.data
        ? { view: { value: view, total: listed.data.meta.total, onChange: next => go({ view: next }) } }
        : {})}
      onExport={(format, about) => downloadFile(exportHoldings, { query: { ...search, format } }, about)}
    />
  )
}

const localeOf = () => clientContext().clientSettings.locale

/** `Sold 50 on Mar 20, 2026: $5,100.00, gain $100.00, costs $4.95`. */
function disposalText(each: Disposal, currency: Currency): string {
  const locale = localeOf()
  const money = (minor: bigint) => formatMoney(minor, currency, locale)
  const verb = each.kind === 'sale' ? 'Sold' : 'Released'
  const said = `${verb} ${formatQuantity(each.units, locale)} on ${formatDate(each.disposedOn, locale, 'short')}: ${money(each.proceedsMinor)}`
  const differenceMinor = each.proceedsMinor - each.giftValueMinor
  const difference =
    differenceMinor === 0n
      ? ''
      : differenceMinor > 0n
        ? `, gain ${money(differenceMinor)}`
        : `, loss ${money(-differenceMinor)}`
  const cost = each.costMinor === 0n ? '' : `, costs ${money(each.costMinor)}`
  return `${said}${difference}${cost}${each.isReversed ? '. Reversed' : ''}`
}

const cellsOf = (currency: Currency): Cells<Holding> => ({
  asset: row => (
    <div>
      {row.description}
      <Note>{[propertyLabels[row.property], row.identifier].filter(part => part !== null).join(', ')}</Note>
      <HoldingDocuments holding={row} />
    </div>
  ),
  account: row => (
    <div>
      {row.accountName}
      <Note>{row.fundId}</Note>
    </div>
  ),
  unitsLeft: (row, shown) => (
    <div>
      {shown}
      {row.isTakenBack ? <Note>The contribution was taken back</Note> : null}
      {row.disposals.map(each => (
        <Note key={each.disposalId}>{disposalText(each, currency)}</Note>
      ))}
      {row.isReleased ? <Note>Released by a case, with all excluded assets of the account</Note> : null}
      {row.postingRequest === null ? null : (
        <Note>
          <WaitingForSecond request={row.postingRequest} />
        </Note>
      )}
    </div>
  ),
  giftValue: (row, shown) => (
    <div>
      {shown}
      {[...row.working, `Source: ${row.source}`].map(line => (
        <Note key={line}>{line}</Note>
      ))}
    </div>
  ),
  left: (row, shown) => (
    <div>
      {shown}
      {row.latestValuation === null ? null : (
        <Note>
          {inClientEnglish(
            `Valued at ${formatMoney(row.latestValuation.valueMinor, currency, localeOf())} on ${formatDate(row.latestValuation.valuedOn, localeOf(), 'short')}`,
          )}
        </Note>
      )}
    </div>
  ),
  tasks: row =>
    row.tasks.length === 0 ? (
      'None'
    ) : (
      <div>
        {row.tasks.map(task => (
          <Note key={task.taskId}>{taskText(task, localeOf())}</Note>
        ))}
      </div>
    ),
})

const documentsOfAccount = ({ fundId }: Holding): string =>
  screenAddressWith('/accounts/$fundId', { fundId: String(fundId) }, { screen: '/account-documents' })

const actionColumn = (onOpen: (form: OpenHoldingForm) => void): Column<Holding> => ({
  key: 'actions',
  heading: 'Actions',
  cell: holding => {
    const about = `of ${holding.description}`
    const open = (text: string, form: OpenHoldingForm) => ({ text, about, onPress: () => onOpen(form) })
    const actions = [
      ...(holding.mayDispose
        ? [
            open('Record a sale', { kind: 'sell', holding }),
            open('Release at gift value', { kind: 'release', holding }),
          ]
        : []),
      ...(holding.mayManage
        ? [
            open('Enter a valuation', { kind: 'value', holding }),
            open('Add a document', { kind: 'document', holding }),
            {
              text: 'Open account documents',
              about: `of ${holding.accountName}`,
              to: documentsOfAccount(holding),
            },
          ]
        : []),
      ...holding.tasks
        .filter(({ doneOn }) => doneOn === null && holding.mayManage)
        .map(task => open(`Done: ${holdingTaskLabels[task.kind]}`, { kind: 'task', holding, task })),
      ...holding.disposals
        .map((disposal, index) => ({ disposal, number: index + 1 }))
        .filter(({ disposal }) => disposal.mayReverse)
        .map(({ disposal, number }) =>
          open(`Reverse ${disposal.kind} ${number}, ${formatQuantity(disposal.units, localeOf())} units`, {
            kind: 'reverse',
            holding,
            disposal,
          }),
        ),
    ]
    return <RowMenu what={holding.description} actions={actions} />
  },
})
