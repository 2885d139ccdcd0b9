import { formatDate, formatInstant } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { divisionKeyLabels } from '../domain/division.ts'
import { batchSourceLabels } from '../domain/posting-batch.ts'
import type { DivisionTerms, PostingBatchDetails } from '../posting-batches.contract.ts'

/** Where a batch is from, and who entered, confirmed and reversed it. */
export function BatchFacts({ batch }: { batch: PostingBatchDetails }) {
  const { clientSettings } = clientContext()
  const at = (instant: string, name: string) => `${formatInstant(instant, clientSettings)} by ${name}`
  return (
    <DescriptionList
      items={[
        batch.fileName === null
          ? { term: 'From', description: batchSourceLabels[batch.source] }
          : { term: 'File', description: batch.fileName },
        ...(batch.division === null ? [] : divisionFacts(batch.division, batch.currency)),
        { term: 'Entered', description: at(batch.enteredAt, batch.enteredByName) },
        ...(batch.declineReason === null
          ? []
          : [{ term: 'Why it was declined', description: batch.declineReason }]),
        ...(batch.confirmedAt === null
          ? []
          : [{ term: 'Confirmed', description: at(batch.confirmedAt, batch.confirmedByName ?? '') }]),
        ...(batch.appliedAt === null
          ? []
          : [{ term: 'Posted', description: formatInstant(batch.appliedAt, clientSettings) }]),
        ...(batch.leftOutLines === 0
          ? []
          : [
              {
                term: 'Lines left out',
                description: batch.leftOutLines.toLocaleString(clientSettings.locale),
              },
            ]),
        ...(batch.writtenOff.funds === 0
          ? []
          : [{ term: 'Owed fees written off', description: <WrittenOff batch={batch} /> }]),
        ...(batch.reversalReason === null
          ? []
          : [
              {
                term: 'Why it was reversed',
                description: `${batch.reversalReason} Confirmed by ${batch.reversalConfirmedByName ?? ''}`,
              },
            ]),
        ...(batch.reversedAt === null
          ? []
          : [{ term: 'Reversed', description: formatInstant(batch.reversedAt, clientSettings) }]),
      ]}
    />
  )
}

/** What was written off of what the batch left owed, and what a reversal makes of it. */
function WrittenOff({ batch: { writtenOff, currency, status } }: { batch: PostingBatchDetails }) {
  const isEnded = status === 'reversing' || status === 'reversed'
  return (
    <>
      <Money amountMinor={writtenOff.amountMinor} currency={currency} /> of{' '}
      {writtenOff.funds === 1 ? 'one fund' : `${writtenOff.funds} funds`}.{' '}
      {isEnded
        ? 'This ended with the reversal. If the fee is charged again, it is owed again.'
        : 'If the batch is reversed, this ends: what is charged again is owed again.'}
    </>
  )
}

/** How a total was divided, as it was entered. */
function divisionFacts(division: DivisionTerms, currency: Currency) {
  const { key, from, to, totalMinor, fundTypes, withExcludedAssets } = division
  const { locale } = clientContext().clientSettings
  const first = key === 'average-balance' && from !== null ? `${formatDate(from, locale)} to ` : ''
  const days = to === null ? '' : `, ${first}${formatDate(to, locale)}`
  return [
    { term: 'Total', description: <Money amountMinor={totalMinor} currency={currency} /> },
    { term: 'Divided by', description: `${divisionKeyLabels[key]}${days}` },
    { term: 'Accounts', description: inClientEnglish(fundTypes.join(', ')) },
    ...(key === 'equal'
      ? []
      : [{ term: 'Excluded assets', description: withExcludedAssets ? 'Counted' : 'Not counted' }]),
  ]
}
