import { formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { PayeeFact } from '../../payments/domain/payee-changes.ts'
import type { RunDetails } from '../../payments/payments.contract.ts'
import type { RunPayment } from '../../payments/run-payment.contract.ts'
import styles from './Payments.module.css'

const factLabels = {
  method: 'Paid by',
  name: 'Made out to',
  address: 'Sent to',
  email: 'E-mail for letters',
  account: 'Account ending in',
} as const satisfies Record<PayeeFact, string>

function valueText(fact: PayeeFact, value: string, locale: string): string {
  if (fact === 'method') return value === 'eft' ? 'electronic transfer' : localEnglish('cheque', locale)
  return value || 'nothing'
}

/** What changed about a payee since the approval of the grant: what, who and when. */
export function PayeeChanges({ changes }: { changes: RunPayment['payeeChanges'] }) {
  const { clientSettings } = clientContext()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changed}>
      {changes.map(({ fact, before, after, made }) => (
        <li key={fact}>
          {factLabels[fact]}: {valueText(fact, before, clientSettings.locale)} to{' '}
          {valueText(fact, after, clientSettings.locale)},{' '}
          {made === null
            ? 'by the register'
            : `entered by ${made.enteredByName}, confirmed by ${made.confirmedByName}, ${formatInstant(made.confirmedAt, clientSettings)}`}
        </li>
      ))}
    </ul>
  )
}

type ChangedPayeesProps = {
  run: RunDetails
  isOnlyChanged: boolean
  /** Null where the list cannot be narrowed. */
  onChange: ((isOnlyChanged: boolean) => void) | null
}

/** How many payees changed since the approval of their grants, and a button that shows only those. */
export function ChangedPayees({
  run: { payeesChanged, state },
  isOnlyChanged,
  onChange,
}: ChangedPayeesProps) {
  if (payeesChanged === 0 || state === 'cancelled') return null
  return (
    <>
      <Alert
        kind="caution"
        heading={
          payeesChanged === 1
            ? 'One payee has changed since its grant was approved'
            : `${payeesChanged} payees have changed since their grants were approved`
        }
      >
        <p>Each change is below the name of the charity. Check these payees before you approve the run.</p>
      </Alert>
      {onChange === null ? null : (
        <p>
          <Button onPress={() => onChange(!isOnlyChanged)}>
            {isOnlyChanged ? 'Show all payments' : 'Show changed payees only'}
          </Button>
        </p>
      )}
    </>
  )
}
