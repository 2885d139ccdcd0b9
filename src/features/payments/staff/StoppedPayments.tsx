import { localEnglish } from '../../../domain/local-english.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { RunDetails } from '../payments.contract.ts'
import { paymentCount } from './payment-labels.ts'

/** What changed since the approval so that payments of the run must not be made, and what staff do about it. */
export function StoppedPayments({ run }: { run: RunDetails }) {
  const { locale } = clientContext().clientSettings
  const { stopped, isReleased, method } = run
  if (stopped.payments === 0) return null
  const others = stopped.payments - stopped.first.length
  const them = stopped.payments === 1 ? 'it' : 'them'
  const payments = stopped.payments === 1 ? 'the payment' : 'the payments'
  const whatToDo = `the approval of this run and remove ${payments}.`
  const notYet = method === 'eft' ? 'the bank does not have the file' : 'the cheques are not in the post'
  return (
    <Alert kind="caution" heading={`${paymentCount(stopped.payments)} can no longer be made`}>
      <ul>
        {stopped.first.map(({ grantId, transactionId, problem }) => (
          <li key={grantId}>
            <Link to={staffPaths.reviewGrant(grantId)}>Grant {transactionId}</Link>: {problem}
          </li>
        ))}
      </ul>
      {others > 0 ? <p>And {others} more.</p> : null}
      <p>
        {isReleased
          ? localEnglish(
              `If ${notYet} yet, withdraw ${whatToDo} Otherwise ask the bank to stop ${them}.`,
              locale,
            )
          : `Withdraw ${whatToDo}`}
      </p>
    </Alert>
  )
}
