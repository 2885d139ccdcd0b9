import { Alert } from '../../../web/ui/notices/Alert.tsx'
import styles from './Users.module.css'

/** What the team will lack after a change, before it is made. */
export function Missing({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <Alert kind="caution" heading="Too few people would be left">
      <ul className={styles.sentences}>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
