import { useQuery } from '@tanstack/react-query'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { currentBook } from '../../../web/api/query.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { periodText } from '../domain/describe-terms.ts'
import { previewFeeTerms, type TermsPreview } from '../fee-terms.contract.ts'
import type { FeeTermsReply } from '../fees.contract.ts'
import styles from './FeeTerms.module.css'
import type { TermsStyle } from './TermsVersions.tsx'

type TermsPreviewViewProps = { schedule: string; terms: FeeTermsReply; style: TermsStyle }

/** What the last charged period would have cost on other terms. */
export function TermsPreviewView({ schedule, terms, style }: TermsPreviewViewProps) {
  const asked = JSON.stringify(terms, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const found = useQuery<TermsPreview>({
    queryKey: [previewFeeTerms.path, schedule, asked, currentBook().currency],
    queryFn: ({ signal }) =>
      call(
        previewFeeTerms,
        { params: { schedule }, body: { data: { type: 'command', attributes: terms } } },
        { ...currentBook(), signal },
      ),
    // Computed anew at each visit, and not while people read it.
    staleTime: 'static',
    gcTime: 0,
  })
  return (
    <section className={styles.preview} aria-label="What these terms change">
      <h3>What these terms change</h3>
      {found.isLoadingError ? <LoadFailure what="The preview" requests={[found]} /> : null}
      {found.isLoading ? <Skeleton shape="statement" lines={5} label="Computing the fees" /> : null}
      {found.data ? <Preview period={found.data.period} style={style} /> : null}
    </section>
  )
}

function Preview({ period, style }: { period: TermsPreview['period']; style: TermsStyle }) {
  const { currency, locale } = style
  if (period === null) return <p>No period has been charged yet, so there is nothing to compare.</p>
  const { beforeMinor, afterMinor, paysMore, paysLess, paysTheSame, largest } = period
  const money = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
  return (
    <>
      <p>
        {inClientEnglish(
          `The last charged period, ${periodText({ from: period.periodFrom, to: period.periodTo }, locale)}, on its own terms of ${formatDate(period.termsFrom, locale)} and on these: by the balances as they are recorded now, with reductions{,} and without differences of earlier periods.`,
        )}
      </p>
      <DescriptionList
        items={[
          { term: 'On its own terms', description: money(beforeMinor) },
          { term: 'On these terms', description: money(afterMinor) },
          { term: 'Change', description: money(afterMinor - beforeMinor) },
          { term: 'Pay more', description: countOf(paysMore, 'fund', locale) },
          { term: 'Pay less', description: countOf(paysLess, 'fund', locale) },
          { term: 'Pay the same', description: countOf(paysTheSame, 'fund', locale) },
        ]}
      />
      {largest.length === 0 ? null : (
        <Table
          caption={
            largest.length < 10 ? 'The funds whose fee changes' : 'The ten funds whose fee changes most'
          }
          captionLevel={3}
          columns={[
            {
              key: 'account',
              heading: 'Account',
              isRowHeading: true,
              cell: ({ accountName, fundId }) => (
                <div>
                  {accountName}
                  <Note>{fundId}</Note>
                </div>
              ),
            },
            { key: 'before', heading: 'Before', isNumeric: true, cell: row => money(row.beforeMinor) },
            { key: 'after', heading: 'After', isNumeric: true, cell: row => money(row.afterMinor) },
            {
              key: 'change',
              heading: 'Change',
              isNumeric: true,
              cell: row => money(row.afterMinor - row.beforeMinor),
            },
          ]}
          rows={largest}
          rowKey={({ fundId }) => fundId}
          hasStickyHeading={false}
          empty={{ text: '' }}
        />
      )}
    </>
  )
}
