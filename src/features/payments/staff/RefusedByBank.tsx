import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { RunDetails } from '../payments.contract.ts'
import { paymentCount } from './payment-labels.ts'

/** What the refusal of payments by the bank means, what had gone out before, and what staff do next. */
export function RefusedByBank({ run }: { run: RunDetails }) {
  const { rejected, rejectedMinor, rejectedAfterPaid, currency, state } = run
  return (
    <Alert
      kind="caution"
      heading={
        state === 'rejected' ? 'The bank refused this run' : `The bank refused ${paymentCount(rejected)}`
      }
    >
      <p>
        No money left. {paymentCount(rejected)}, <Money amountMinor={rejectedMinor} currency={currency} />,{' '}
        {rejected === 1 ? 'goes' : 'go'} into the next run. Nothing was credited to the funds, and no donor
        was written to.
      </p>
      {rejectedAfterPaid === 0 ? null : <p>{toldSentence(run)}</p>}
      <p>
        The history names the bank’s reason. Correct what it is about, then{' '}
        <Link to={staffPaths.payments()}>create the next run</Link>.
      </p>
    </Alert>
  )
}

function toldSentence({ rejectedAfterPaid, rejectedLetters }: RunDetails): string {
  const paid =
    rejectedAfterPaid === 1
      ? 'One grant had been recorded as paid, and its donor was told so then.'
      : `${rejectedAfterPaid} grants had been recorded as paid, and their donors were told so then.`
  if (rejectedLetters === 0) return `${paid} If you have posted letters, tell the charities.`
  const letters = rejectedLetters === 1 ? 'One letter' : `${rejectedLetters} letters`
  return `${paid} ${letters} went to charities by e-mail, and ${rejectedLetters === 1 ? 'another goes' : 'others go'} with the next payment.`
}
