import { telAddress } from '../../domain/tel-address.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import styles from './Contact.module.css'

/** Whom to call, and when someone answers. */
export function Contact({ className }: { className?: string | undefined }) {
  const { support, displayName } = clientContext().clientSettings
  return (
    <div data-part="contact" className={classNames(styles.contact, className)}>
      <p>Speak to {displayName}</p>
      <ExternalLink href={telAddress(support.phone)} className={styles.phone ?? ''}>
        {support.phone}
      </ExternalLink>
      <p>{support.hours}</p>
    </div>
  )
}
