import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { payeeFactLabels, payeeFactText } from '../../charity-profiles/domain/payee-facts.ts'
import type { RunDetails } from '../payments.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import styles from './Payments.module.css'

type Change = RunPayment['payeeChanges'][number]

/** What changed about a payee since the approval of the grant: what, who and when. A register’s change is shown, but not used. */
export function PayeeChanges({ changes }: { changes: RunPayment['payeeChanges'] }) {
  const { clientSettings } = clientContext()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changed}>
      {changes.map(({ fact, before, after, made, isUsed }) => {
        const to = payeeFactText(fact, after, clientSettings.locale)
        const from = before === null ? null : payeeFactText(fact, before, clientSettings.locale)
        return (
          <li key={`${fact} ${isUsed}`}>
            {payeeFactLabels[fact]}: {changeText({ from, to, isUsed, made })}
          </li>
        )
      })}
    </ul>
  )
}

type Shown = { from: string | null; to: string } & Pick<Change, 'isUsed' | 'made'>

function changeText({ from, to, isUsed, made }: Shown): string {
  if (from === null) return `${to}, not recorded at approval`
  return isUsed
    ? `${from} to ${to}, ${madeBy(made)}`
    : `the register now has ${to}. The payment uses ${from}, as approved.`
}

function madeBy(made: Change['made']): string {
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
          {payeesChanged === 1 ? 'It has' : 'They have'} changed since the grant was approved, the approval
          did not record {payeesChanged === 1 ? 'it' : 'them'}, or a register now has another name or address,
          which the payment does not use. You find each below the name of the charity.
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
