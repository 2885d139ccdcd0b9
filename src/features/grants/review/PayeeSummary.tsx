import { clientContext } from '../../../web/client-context/client-context.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { type PayeeFact, payeeFactLabels, payeeFactText } from '../../charity-profiles/domain/payee-facts.ts'
import { paymentLabel } from '../domain/payment-label.ts'
import styles from './PayeeSummary.module.css'
import type { PayeeToConfirm } from './staff-grants.contract.ts'

/** `Electronic transfer, account ending in 7766`: how a payee is paid. */
function paymentText({ method, lastFour }: PayeeToConfirm, locale: string): string {
  const kind = paymentLabel(method, null, locale)
  return lastFour === null ? kind : `${kind}, account ending in ${lastFour}`
}

/** Who would be paid, and how, in a few lines of a table, with a sign if it changed since the recommendation. */
export function PayeeSummary({ payee }: { payee: PayeeToConfirm }) {
  const { locale } = clientContext().clientSettings
  return (
    <div>
      {payee.name}
      <Note>{paymentText(payee, locale)}</Note>
      <Missing payee={payee} />
      {payee.changes.length === 0 ? null : (
        <Note>
          <span className={styles.changed}>
            Changed since recommended: {payee.changes.map(({ fact }) => changedNames[fact]).join(', ')}
          </span>
        </Note>
      )}
    </div>
  )
}

const changedNames = {
  method: 'kind of payment',
  name: 'name',
  address: 'address',
  email: 'e-mail',
  account: 'bank account',
} as const satisfies Record<PayeeFact, string>

/** What a payment needs and the payee does not have. */
function Missing({ payee: { method, lastFour, address } }: { payee: PayeeToConfirm }) {
  const isMissing = method === 'eft' ? lastFour === null : address === null
  return isMissing ? (
    <Note>
      <span className={styles.changed}>
        {method === 'eft' ? 'No confirmed bank details' : 'No payee address'}
      </span>
    </Note>
  ) : null
}

/**
 * All that a payment and its letter would take from the payee. An approval confirms it, and a later file of the register does not change
 * it.
 */
export function PayeeFacts({ payee }: { payee: PayeeToConfirm }) {
  const { locale } = clientContext().clientSettings
  const { name, bankName, address, email, method } = payee
  return (
    <DescriptionList
      items={[
        {
          term: 'Made out to',
          description: (
            <>
              {name}
              {bankName === null ? null : <Note>In the bank’s file: {bankName}</Note>}
            </>
          ),
        },
        {
          term: 'Paid by',
          description: (
            <>
              {paymentText(payee, locale)}
              <Missing payee={payee} />
            </>
          ),
        },
        { term: method === 'eft' ? 'Address' : 'Sent to', description: address ?? 'None' },
        { term: 'Letter about the grant', description: letterText(method, email, locale) },
      ]}
    />
  )
}

/** What changed about a payee since the recommendation, with the value before. Empty if nothing did. */
export function PayeeChanged({ payee }: { payee: PayeeToConfirm }) {
  const { locale } = clientContext().clientSettings
  const { changes } = payee
  if (changes.length === 0) return null
  return (
    <Alert kind="caution" heading="The payee has changed since this grant was recommended">
      <ul>
        {changes.map(({ fact, before, madeBy }) => (
          <li key={fact}>
            {madeBy === 'register' && (fact === 'name' || fact === 'address')
              ? registerText(fact, before, payee[fact])
              : `${payeeFactLabels[fact]}: it was ${payeeFactText(fact, before, locale)}`}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Whoever has a grant to decide compares both, because nobody of the staff has confirmed what the register says. */
const registerText = (fact: 'name' | 'address', before: string, now: string | null) =>
  `The register’s ${fact} changed: it was ${before || 'empty'}, it is ${now || 'empty'}`

/** Only the letters about transfers are mailed electronically; that about a check is in its envelope. */
function letterText(method: PayeeToConfirm['method'], email: string | null, locale: string): string {
  if (method === 'cheque') return `Printed, and sent with the ${payeeFactText('method', method, locale)}`
  return email === null ? 'Printed: the payee has no e-mail address' : `By e-mail to ${email}`
}
