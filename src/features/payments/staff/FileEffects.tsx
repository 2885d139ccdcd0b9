import type { Currency } from '../../../domain/money.ts'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { FilePlanSummary } from '../bank-files.contract.ts'

/** What a bank file does, by kinds and sums, as sentences. */
export function FileEffects({ summary, currency }: { summary: FilePlanSummary; currency: Currency }) {
  const { cleared, returned, rejected, rejectedRuns, changes } = summary
  return (
    <>
      <p>
        {cleared.payments} cleared, <Money amountMinor={cleared.amountMinor} currency={currency} />.{' '}
        {returned.payments} returned, <Money amountMinor={returned.amountMinor} currency={currency} />.
      </p>
      {changes === 0 ? null : (
        <p>
          {changes === 1 ? '1 notice of change' : `${changes} notices of change`}: a correction that is valid
          becomes a proposal of bank details, which two people confirm after a call. Any other waits under
          “Notices of change”.
        </p>
      )}
      {rejected.payments === 0 ? null : (
        <p>
          {rejectedRuns.length === 0
            ? 'Refused by the bank: '
            : `The bank refused run ${rejectedRuns.map(({ runNumber }) => runNumber).join(', ')}: `}
          {rejected.payments === 1 ? '1 payment' : `${rejected.payments} payments`},{' '}
          <Money amountMinor={rejected.amountMinor} currency={currency} />. The grants wait for the next run.
          Nothing is credited to the funds, and no donor is written to.
        </p>
      )}
    </>
  )
}
