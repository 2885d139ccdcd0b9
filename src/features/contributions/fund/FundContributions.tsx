import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { RowMenu } from '../../../web/ui/table/RowMenu.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { useSaveDocument } from '../../documents/use-save-document.ts'
import { needsInstruction } from '../domain/announcement.ts'
import {
  assetText,
  contributionSigns,
  contributionStateLabels,
  documentStateLabels,
  isAwaited,
} from '../domain/contribution.ts'
import { ContributionFilters } from './ContributionFilters.tsx'
import { type ContributionsView, filtersOf, filterText, hasFilter } from './contributions-view.ts'
import { giftText } from './domain/fund-contribution.ts'
import {
  exportFundContributions,
  type FundContribution,
  listFundContributions,
} from './fund-contributions.contract.ts'
import { fundContributionsList } from './fund-contributions.list.ts'
import { useLetter } from './use-letter.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const searchDelayMs = 400

type FundContributionsProps = {
  account: CurrentAccount
  view: ContributionsView
  onView: (view: ContributionsView) => void
  mayAnnounce: boolean
}

/** The list of a fund's contributions, where what was announced can be changed, cancelled and written to a custodian about. */
export function FundContributions({ account, view, onView, mayAnnounce }: FundContributionsProps) {
  const { fundId, currency } = account
  const { locale } = clientContext().clientSettings
  const sent = useDebounced(JSON.stringify(filtersOf(view)), searchDelayMs)
  const found = useQuery({
    ...queryList(listFundContributions, { params: { fundId }, query: JSON.parse(sent) }, view.rows ?? '10'),
    placeholderData: keepPreviousData,
  })
  const letter = useLetter(fundId)
  const documents = useSaveDocument()
  const [withdrawn, setWithdrawn] = useState<FundContribution | null>(null)
  const [sentence, setSentence] = useState<string | null>(null)
  return (
    <section aria-label="All contributions">
      {sentence === null ? null : (
        <Alert kind="success" takesFocus>
          {sentence}
        </Alert>
      )}
      {letter.failure === null ? null : <Alert kind="danger">{letter.failure}</Alert>}
      <ListTable
        list={fundContributionsList}
        what="contributions"
        caption="Contributions"
        currency={currency}
        rows={found.data?.data}
        rowKey={row => row.id}
        loadFailure={
          found.isLoadingError ? <LoadFailure what="The contributions" requests={[found]} /> : null
        }
        cells={cellsFor(locale, documents)}
        actionsAfter={mayAnnounce ? [actionsColumn(locale, { letter, onWithdraw: setWithdrawn })] : []}
        filter={{
          name: 'contribution-keywords',
          label: 'Find a contribution by reference or asset',
          value: view.keywords ?? '',
          onChange: keywords => onView({ ...view, keywords: keywords === '' ? undefined : keywords }),
          searchedFor: view.keywords ?? '',
          beside: <ContributionFilters fundId={fundId} view={view} onChange={onView} />,
        }}
        filteredBy={hasFilter(view) ? filterText(view, locale) : null}
        sort={view.sort ?? fundContributionsList.defaultSort}
        onSort={sort => onView({ ...view, sort })}
        empty={{
          text: hasFilter(view)
            ? 'No contributions match these filters.'
            : 'Contributions to this account will appear here, from the day on which you announce them.',
          ...(mayAnnounce ? { action: <Link to={paths.contribute()}>Contribute</Link> } : {}),
        }}
        view={{
          value: view.rows ?? '10',
          total: found.data?.meta.total ?? 0,
          onChange: rows => onView({ ...view, rows: rows === '10' ? undefined : rows }),
        }}
        onExport={(format, about) =>
          downloadFile(
            exportFundContributions,
            { params: { fundId }, query: { ...JSON.parse(sent), format } },
            about,
          )
        }
      />
      {withdrawn === null ? null : (
        <WithdrawDialog
          fundId={fundId}
          contribution={withdrawn}
          onClose={done => {
            setWithdrawn(null)
            setSentence(done)
          }}
        />
      )}
    </section>
  )
}

type Documents = ReturnType<typeof useSaveDocument>

const cellsFor = (locale: string, documents: Documents): Cells<FundContribution> => ({
  gift: row => (
    <div>
      {giftText(row, locale)}
      {row.assets.map(asset => (
        <Note key={assetText(asset, locale)}>{assetText(asset, locale)}</Note>
      ))}
      {row.sendsOn !== null && isAwaited(row.state) ? (
        <Note>to be sent on {formatDate(row.sendsOn, locale, 'short')}</Note>
      ) : null}
    </div>
  ),
  state: row => (
    <div>
      <StatusChip sign={contributionSigns[row.state]}>
        {localEnglish(contributionStateLabels[row.state], locale)}
      </StatusChip>
      {row.document === null ? null : <Papers state={row.document} />}
      {row.receipt === null ? null : <Receipt receipt={row.receipt} {...documents} />}
    </div>
  ),
})

/** The receipt of a contribution, to download. */
function Receipt({
  receipt: { name, state, documentId },
  saving,
  save,
}: { receipt: NonNullable<FundContribution['receipt']> } & Documents) {
  if (state === 'withdrawn') return <Note>{name} is no longer valid</Note>
  if (state === 'superseded') return <Note>{name} is being replaced</Note>
  if (documentId === null) return <Note>{name} is being prepared</Note>
  return (
    <Button
      kind="text"
      isPending={saving === documentId}
      pendingText="Processing..."
      onPress={() => save({ documentId, type: 'tax', fileName: `${name}.pdf` })}
    >
      <VisuallyHidden>Download </VisuallyHidden>
      {name}
    </Button>
  )
}

/** The papers of a contribution, with the screen where they are signed or read. */
function Papers({ state }: { state: NonNullable<FundContribution['document']> }) {
  if (state === 'voided' || state === 'declined') return null
  const text = `Document: ${documentStateLabels[state].toLowerCase()}`
  if (state === 'pending')
    return (
      <Note>
        <Link to={paths.pendingDocuments()}>{text}</Link>
      </Note>
    )
  return (
    <Note>{state === 'filed' ? <Link to={paths.accountDocuments('contribution')}>{text}</Link> : text}</Note>
  )
}

type Actions = { letter: ReturnType<typeof useLetter>; onWithdraw: (row: FundContribution) => void }

const actionsColumn = (locale: string, { letter, onWithdraw }: Actions) => ({
  key: 'actions',
  heading: 'Actions',
  isHeadingHidden: true,
  isNumeric: true,
  widthRem: 4,
  cell: (row: FundContribution) => {
    const about = `contribution ${row.transactionId}`
    const hasLetter = row.way !== null && needsInstruction(row.way) && isAwaited(row.state)
    return (
      <RowMenu
        what={`${about}, ${giftText(row, locale)}`}
        isPending={letter.saving === row.id}
        actions={[
          ...(hasLetter
            ? [{ text: 'Letter of instruction', about, onPress: () => letter.save(row.id) }]
            : []),
          ...(row.mayChange
            ? [
                {
                  text: 'How to send or change it',
                  about,
                  to: paths.contribute({ change: `${row.transactionId}` }),
                },
              ]
            : []),
          ...(row.mayWithdraw ? [{ text: 'Cancel', about, onPress: () => onWithdraw(row) }] : []),
        ]}
      />
    )
  },
})
