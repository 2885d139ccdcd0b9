import type { Reply } from '../../../../contract/endpoint.ts'
import type { getEditorPermissions } from '../../editing.contract.ts'
import styles from './ItemEditor.module.css'

type PlaceholdersProps = Pick<Reply<typeof getEditorPermissions>, 'placeholders'>

/** What can be written for things that are the client's and may change, such as its phone number. */
export function Placeholders({ placeholders }: PlaceholdersProps) {
  if (placeholders.length === 0) return null
  return (
    <details className={styles.placeholders}>
      <summary>Words that are filled in</summary>
      <p>Write the name in braces; readers see what stands beside it, also when it changes one day.</p>
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
