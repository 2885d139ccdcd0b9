import { useId } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import type { Factors } from '../factors/factors.contract.ts'
import type { Login } from '../sessions/sessions.contract.ts'
import { type Protection, protectionSentence, protectionsOf } from './protections.ts'
import styles from './SecurityScore.module.css'

type SecurityScoreProps = {
  factors: Factors
  /** Absent: they could not be loaded. */
  logins: readonly Login[] | undefined
}

/** What protects the login and what is missing: how many protections are set up, and each in a line. */
export function SecurityScore({ factors, logins }: SecurityScoreProps) {
  const headingId = useId()
  const { signsInByPassword } = clientContext().clientSettings
  const protections = protectionsOf(factors, window.location.hostname, signsInByPassword)
  const count = protections.filter(({ isSetUp }) => isSetUp).length
  return (
    <section aria-labelledby={headingId} className={styles.score}>
      <div>
        <h2 id={headingId} className={styles.figure}>
          <span className={styles.count}>{count}</span> of {protections.length} set up
        </h2>
        <div aria-hidden="true" className={styles.meter}>
          {protections.map(({ key }, index) => (
            <span key={key} className={classNames(index < count && styles.filled)} />
          ))}
        </div>
        <p>{protectionSentence(factors, signsInByPassword)}</p>
      </div>
      <ul className={styles.list}>
        {protections.map(protection => (
          <Line key={protection.key} protection={protection} />
        ))}
        {logins === undefined ? null : <RecentLogins logins={logins} />}
      </ul>
    </section>
  )
}

function Line({ protection: { key, title, state, isSetUp, text } }: { protection: Protection }) {
  return (
    <li>
      <a href={`#${key}`} className={styles.title}>
        {title}
      </a>
      <StatusChip sign={isSetUp ? 'done' : 'waiting'}>{state}</StatusChip>
      <p>{text}</p>
    </li>
  )
}

function RecentLogins({ logins }: { logins: readonly Login[] }) {
  const refused = logins.filter(({ isRefused }) => isRefused).length
  return (
    <li>
      <a href="#recent-logins" className={styles.title}>
        Recent logins
      </a>
      <StatusChip sign={refused === 0 ? 'done' : 'waiting'}>
        {refused === 0 ? 'None refused' : `${refused} refused`}
      </StatusChip>
      <p>
        {refused === 0
          ? 'No one was refused among the latest attempts to log in.'
          : 'Check below that these attempts were yours.'}
      </p>
    </li>
  )
}
