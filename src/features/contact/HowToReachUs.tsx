import { useId } from 'react'
import { clientContext } from '../../web/client-context.ts'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './Contact.module.css'

/** The other ways: phone with its hours, e-mail and postal address. */
export function HowToReachUs() {
  const { displayName, support } = clientContext().house
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.reach}>
      <h2 id={headingId}>Other ways to reach us</h2>
      <DescriptionList
        items={[
          {
            term: 'Phone',
            description: <a href={`tel:${support.phone.replaceAll(/[^+\d]/g, '')}`}>{support.phone}</a>,
          },
          { term: 'Hours', description: support.hours },
          { term: 'E-mail', description: <a href={`mailto:${support.email}`}>{support.email}</a> },
          {
            term: 'Post',
            description: (
              <address className={styles.address}>
                {[displayName, ...support.address].map(line => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            ),
          },
        ]}
      />
    </section>
  )
}
