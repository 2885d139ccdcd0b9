import { formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { PayeeFact } from '../domain/payee-changes.ts'
import type { RunDetails } from '../payments.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
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

/** What changed about a payee since the approval of the grant: what, who and when. A register’s change is shown, but not used. */
export function PayeeChanges({ changes }: { changes: RunPayment['payeeChanges'] }) {
  const { clientSettings } = clientContext()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changed}>
      {changes.map(({ fact, before, after, made, isUsed }) => {
        const [from, to] = [before, after].map(value => valueText(fact, value, clientSettings.locale))
        return (
          <li key={`${fact} ${isUsed}`}>
            {factLabels[fact]}:{' '}
            {isUsed
              ? `${from} to ${to}, ${madeBy(made)}`
              : `the register now has ${to}. The payment uses ${from}, as approved.`}
          </li>
        )
      })}
    </ul>
  )
}

function madeBy(made: RunPayment['payeeChanges'][number]['made']): string {
  if (made === null) return 'by the register'
  const at = formatInstant(made.confirmedAt, clientContext().clientSettings)
  return `entered by ${made.enteredByName}, confirmed by ${made.confirmedByName}, ${at}`
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
        heading={payeesChanged === 1 ? 'One payee to check' : `${payeesChanged} payees to check`}
      >
        <p>
          {payeesChanged === 1 ? 'It has' : 'They have'} changed since the grant was approved, or a register
          now has another name or address, which the payment does not use. You find each change below the name
          of the charity.
        </p>
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
