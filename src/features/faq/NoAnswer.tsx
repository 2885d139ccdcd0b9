import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './Faq.module.css'

/** Where the questions end: people who answer. */
export function NoAnswer({ words }: { words: string }) {
  const { support } = clientContext().clientSettings
  return (
    <div className={styles.none}>
      <p>
        {words === ''
          ? 'No questions have been published yet.'
          : `None of the questions or answers holds "${words}". Fewer or other words may find it.`}
      </p>
      <p>
        Or ask us: <Link to={paths.contact()}>contact us</Link>, or call {support.phone}.
      </p>
    </div>
  )
}
