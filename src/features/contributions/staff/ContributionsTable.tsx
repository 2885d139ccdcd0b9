import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { RowMenu } from '../../../web/ui/table/RowMenu.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import {
  type Contribution,
  exportAccountContributions,
  exportContributions,
  listAccountContributions,
  listContributions,
} from '../contributions.contract.ts'
import { contributionsList, documentStateText, receiptStateText, waitsFor } from '../contributions.list.ts'
import { announcedText } from '../domain/announced-text.ts'
import { assetText, kindsOfContribution } from '../domain/contribution.ts'
import styles from './Contributions.module.css'
import { type ContributionsView, pathOf } from './contributions-view.ts'
import type { Preparing } from './use-preparing.ts'

const filterDelayMs = 200
/** While a job draws a document and creates its envelope. */
const refreshWhilePreparingMs = 3_000

type ContributionsTableProps = {
  shown: ContributionsView
  /** In the toolbar of the list. */
  choices: ReactNode
  /** The account whose contributions are shown; null: all of the book. */
  fundId: number | null
  currency: Currency
  preparing: Preparing
  onCancel: (contribution: Contribution) => void
  onReceive: (contribution: Contribution) => void
  /** Corrects who gave it or when, reverses it, moves it, or records that its check was not paid. */
  onCorrect: (kind: 'correct' | 'reverse' | 'move' | 'bounce', contribution: Contribution) => void
}

export function ContributionsTable(props: ContributionsTableProps) {
  const { shown, fundId, currency } = props
  const { state, view, sort } = shown
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const search = { keywords, sort, ...(state === 'all' ? {} : { state }) }
  const listed = useQuery({
    ...(fundId === null
      ? queryList(listContributions, { query: search }, view)
      : queryList(listAccountContributions, { params: { fundId }, query: search }, view)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ document }) => document?.state === 'preparing') ? refreshWhilePreparingMs : false,
  })
  const show = (next: Partial<Omit<ContributionsView, 'sort'>> & { sort?: string }) =>
    void navigate({ to: pathOf({ ...shown, ...next }), resetScroll: false })
  return (
    <ListTable
      list={contributionsList}
      what="contributions"
      caption="Contributions and their documents"
      currency={currency}
      choices={props.choices}
      filter={{
        name: 'contribution-filter',
        label: 'Filter by account or number',
        value: typed,
        searchedFor: keywords,
        onChange: setTyped,
      }}
      cells={cells}
      actionsAfter={[actionColumn(props)]}
      rows={listed.data?.data}
      loadFailure={
        listed.isLoadingError ? <LoadFailure what="The contributions" requests={[listed]} /> : undefined
      }
      rowKey={row => row.contributionId}
      sort={sort}
      onSort={next => show({ sort: next })}
      empty={{
        text:
          state === 'without-payer'
            ? 'Each contribution that was received has a payer.'
            : 'No contributions here yet. They appear here when someone enters one.',
      }}
      {...(listed.data
        ? { view: { value: view, total: listed.data.meta.total, onChange: next => show({ view: next }) } }
        : {})}
      onExport={(format, about) =>
        fundId === null
          ? downloadFile(exportContributions, { query: { ...search, format } }, about)
          : downloadFile(
              exportAccountContributions,
              { params: { fundId }, query: { ...search, format } },
              about,
            )
      }
    />
  )
}

const localeOf = () => clientContext().clientSettings.locale

const ageText = (days: number): string =>
  days === 0 ? 'Since today' : `For ${countOf(days, 'day', localeOf())}`

/** Who gave it and when, and its receipt. */
function givenText({ payer, giftDate, receipt }: Contribution): string[] {
  const given = giftDate === null ? null : `Given ${formatDate(giftDate, localeOf(), 'short')}`
  return [
    ...(given === null ? [] : [payer === null ? given : `${given} by ${payer.name}`]),
    ...(receipt === null ? [] : [receiptStateText(receipt)]),
  ]
}

const cells: Cells<Contribution> = {
  account: row => (
    <div>
      {row.accountName}
      <Note>{row.fundId}</Note>
    </div>
  ),
  kind: row => (
    <div>
      {inClientEnglish(kindsOfContribution[row.kind].label)}
      {row.assets.map((asset, index) => (
        // Lines have no id, and never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Note key={index}>{assetText(asset, localeOf())}</Note>
      ))}
    </div>
  ),
  state: (row, shown) => (
    <div>
      {shown}
      {row.ageDays === null ? null : <Note>{ageText(row.ageDays)}</Note>}
      {[...announcedText(row.announced, localeOf()), ...givenText(row)].map(text => (
        <Note key={text}>{text}</Note>
      ))}
      {row.cancelReason === null ? null : <Note>{row.cancelReason}</Note>}
      {row.movedTo === null ? null : (
        <Note>
          Moved to Account ID {row.movedTo.fundId} as contribution {row.movedTo.transactionId}
        </Note>
      )}
      {row.movedFrom === null ? null : (
        <Note>
          Was contribution {row.movedFrom.transactionId} in Account ID {row.movedFrom.fundId}
        </Note>
      )}
      {row.postingRequest === null ? null : (
        <Note>
          <WaitingForSecond request={row.postingRequest} />
        </Note>
      )}
    </div>
  ),
  document: row => <DocumentCell document={row.document} />,
}

function DocumentCell({ document }: Pick<Contribution, 'document'>) {
  if (document === null) return 'Not prepared'
  const waiting = waitsFor(document)
  const decliner = document.signers.find(({ state }) => state === 'declined')
  return (
    <div>
      {documentStateText(document)}
      {waiting === null ? null : <Note>{waiting}</Note>}
      {document.signers
        .filter(({ state }) => state === 'signed')
        .map(({ name, date }) => (
          <Note key={name}>
            Signed by {name}
            {date === null ? '' : `, ${formatDate(date, localeOf(), 'short')}`}
          </Note>
        ))}
      {decliner ? (
        <Note>
          {decliner.name}: {decliner.reason ?? 'no reason given'}
        </Note>
      ) : null}
    </div>
  )
}

const actionColumn = ({
  preparing: { contributionId, prepare },
  onCancel,
  onReceive,
  onCorrect,
}: ContributionsTableProps): Column<Contribution> => ({
  key: 'actions',
  heading: 'Actions',
  cell: row => {
    const about = `contribution ${row.transactionId}`
    const actions = [
      ...(row.mayPrepare
        ? [{ text: 'Prepare document', about: `of ${about}`, onPress: () => void prepare(row) }]
        : []),
      ...(row.mayReceive ? [{ text: 'Mark as received', about, onPress: () => onReceive(row) }] : []),
      ...(row.mayCancel ? [{ text: 'Cancel', about, onPress: () => onCancel(row) }] : []),
      ...(row.mayCorrect
        ? [{ text: 'Correct payer or date', about: `of ${about}`, onPress: () => onCorrect('correct', row) }]
        : []),
      ...(row.mayReverse
        ? [
            { text: 'Move to another account', about, onPress: () => onCorrect('move', row) },
            { text: 'Reverse', about, onPress: () => onCorrect('reverse', row) },
          ]
        : []),
      ...(row.mayBounce
        ? [
            {
              text: inClientEnglish('Record an unpaid cheque'),
              about: `for ${about}`,
              onPress: () => onCorrect('bounce', row),
            },
          ]
        : []),
    ]
    const toCountersign = row.document?.envelopeToCountersign ?? null
    return (
      <span className={styles.actions}>
        {toCountersign === null ? null : (
          <Link to={paths.sign(toCountersign, staffPaths.staffContributions())}>
            Countersign<VisuallyHidden> the document of {about}</VisuallyHidden>
          </Link>
        )}
        <RowMenu what={about} actions={actions} isPending={contributionId === row.contributionId} />
        {row.reverseViolation === null ? null : <Note>{row.reverseViolation}</Note>}
      </span>
    )
  },
})
