import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './GivingSeason.module.css'

/** Where people are reached, while nobody has written more about it. */
export function SupportLine() {
  const { support } = clientContext().clientSettings
  return (
    <p className={styles.support}>
      <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{support.phone}</a>
      <a href={`mailto:${support.email}`}>{support.email}</a>
      <Link to={paths.contact()}>Write to us</Link>
      <span>{support.hours}</span>
    </p>
  )
}
