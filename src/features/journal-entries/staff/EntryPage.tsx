import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { type SectionNumber, sectionRule } from '../../fund-activity/domain/sections.ts'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import { ledgerNames } from '../domain/entry-texts.ts'
import { getJournalEntry, type JournalEntryDetails } from '../journal-entries.contract.ts'
import styles from './Entries.module.css'
import { OwnerLink } from './OwnerLink.tsx'
import { ReverseCaseEntry } from './ReverseCaseEntry.tsx'
import { ReverseEntry } from './ReverseEntry.tsx'
import { ReverseTransfer } from './ReverseTransfer.tsx'

/** /super-user-dashboard/postings/entries/{id}: an entry with its postings, what it belongs to, and its reversal. */
export function EntryPage() {
  const { entryId } = useScreenParams('/super-user-dashboard/postings/entries/$entryId')
  if (!z.safeParse(z.uuid(), entryId).success) throw new Problem('not-found')
  const found = useQuery(query(getJournalEntry, { params: { entryId } }))
  if (found.isLoadingError) return <LoadFailure what="The entry" requests={[found]} />
  if (!found.data) return <Skeleton shape="statement" lines={8} label="Loading the entry" />
  return <EntryView entry={found.data} />
}

function EntryView({ entry }: { entry: JournalEntryDetails }) {
  const { transactionId, transactionTypeName, currency, violation, owner, reverses, reversedBy } = entry
  // What has its own command says so only where it could still be used.
  const isCorrectedElsewhere = violation !== null && reverses === null && reversedBy === null
  const say = (header: string) => {
    showToast({ className: 'success', header })
    void refreshAll()
  }
  return (
    <>
      <Breadcrumb pages={[{ title: 'Entries', to: staffPaths.journalEntries() }]} />
      <PageHeading title={`Entry ${transactionId}`} lead={transactionTypeName}>
        Entry {transactionId}
      </PageHeading>
      {entry.postingRequest === null ? null : (
        <Alert kind="information">
          <p>
            <WaitingForSecond request={entry.postingRequest} />
          </p>
        </Alert>
      )}
      <div className={styles.facts}>
        <Facts entry={entry} />
      </div>
      <Table
        caption="Postings"
        columns={[
          {
            key: 'ledger',
            heading: 'Ledger account',
            isRowHeading: true,
            cell: row => (
              <div>
                {inClientEnglish(ledgerNames[row.ledger] ?? row.ledger)}
                {row.accountName === null ? null : (
                  <Note>
                    {row.accountName}, {row.fundId}
                  </Note>
                )}
              </div>
            ),
          },
          {
            key: 'section',
            heading: 'Section of the statement',
            // The ledger knows the numbers of sections only.
            cell: row => (row.section === null ? 'None' : sectionRule(row.section as SectionNumber).heading),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: row => <Money amountMinor={row.amountMinor} currency={currency} />,
          },
        ]}
        rows={entry.postings}
        rowKey={row => entry.postings.indexOf(row)}
        empty={{ text: '' }}
      />
      {isCorrectedElsewhere ? (
        <p>
          {violation} {owner?.kind === 'transfer' ? null : <OwnerLink owner={owner} />}
        </p>
      ) : null}
      {entry.mayReverse ? <ReverseEntry entry={entry} onDone={() => void refreshAll()} /> : null}
      {entry.reversibleOfCase && owner !== null ? (
        <ReverseCaseEntry
          caseId={owner.id}
          entryId={entry.entryId}
          isRelease={entry.reversibleOfCase === 'release'}
          onDone={say}
        />
      ) : null}
      {entry.mayReverseTransfer && owner !== null ? (
        <ReverseTransfer transferId={owner.id} onDone={say} />
      ) : null}
    </>
  )
}

type Linked = JournalEntryDetails['reverses']

function Facts({ entry }: { entry: JournalEntryDetails }) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const link = (term: string, linked: Linked) =>
    linked === null
      ? []
      : [
          {
            term,
            description: (
              <>
                <Link to={staffPaths.journalEntry(linked.entryId)}>{linked.transactionId}</Link>,{' '}
                {formatDate(linked.effectiveDate, locale)}
              </>
            ),
          },
        ]
  return (
    <DescriptionList
      items={[
        ...(entry.accountName === null
          ? []
          : [{ term: 'Account', description: `${entry.accountName}, Account ID ${entry.fundId}` }]),
        { term: 'Date', description: formatDate(entry.effectiveDate, locale) },
        ...(entry.concernsDate === null
          ? []
          : [{ term: 'Concerns', description: formatDate(entry.concernsDate, locale) }]),
        {
          term: 'Recorded',
          description: `${formatInstant(entry.recordedAt, clientSettings)}${entry.postedByName === null ? '' : ` by ${entry.postedByName}`}`,
        },
        ...(entry.owner === null
          ? []
          : [{ term: 'Belongs to', description: <OwnerLink owner={entry.owner} /> }]),
        ...(entry.comment === null ? [] : [{ term: 'Comment', description: entry.comment }]),
        ...link('Reverses', entry.reverses),
        ...link('Reversed by', entry.reversedBy),
        ...link('In place of', entry.corrects),
        ...link('In its place', entry.correctedBy),
      ]}
    />
  )
}
