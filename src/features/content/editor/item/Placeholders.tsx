import type { Reply } from '../../../../contract/endpoint.ts'
import type { getEditorPermissions } from '../../editing.contract.ts'
import styles from './ItemEditor.module.css'

type PlaceholdersProps = Pick<Reply<typeof getEditorPermissions>, 'placeholders'>

/** The placeholders that a text can use for client data that may change, such as the phone number. */
export function Placeholders({ placeholders }: PlaceholdersProps) {
  if (placeholders.length === 0) return null
  return (
    <details className={styles.placeholders}>
      <summary>Placeholders</summary>
      <p>Write the name in braces. Readers see the current value, even if it changes later.</p>
      <dl>
        {placeholders.map(({ name, meaning, value }) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>
              {value} <span className={styles.meaning}>({meaning})</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
