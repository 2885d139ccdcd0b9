import { Fragment, useId } from 'react'
import { telAddress } from '../../domain/tel-address.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import styles from './Contact.module.css'

/** The client's phone number with its hours, e-mail address and postal address. */
export function HowToReachUs() {
  const { displayName, support } = clientContext().clientSettings
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>Other ways to reach us</h2>
      <dl className={styles.channels}>
        <dt>Phone</dt>
        <dd>
          <a href={telAddress(support.phone)}>{support.phone}</a>
          <span className={styles.hours}>{support.hours}</span>
        </dd>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${support.email}`}>{support.email}</a>
        </dd>
        <dt>Address</dt>
        <dd>
          <address className={styles.address}>
            {[displayName, ...support.address].map((line, index) => (
              <Fragment key={line}>
                {index === 0 ? null : <br />}
                {line}
              </Fragment>
            ))}
          </address>
        </dd>
      </dl>
    </section>
  )
}
