import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { Marked } from '../../web/content/Marked.tsx'
import { ManagedLink } from '../../web/ui/text/ManagedLink.tsx'
import styles from './Resources.module.css'

type ResourceItemProps = {
  resource: PublishedContent['resources'][number]
  words: readonly string[]
}

/** A form, a document or a link: its title leads there; what kind of file it is stands at the right. */
export function ResourceItem({ resource, words }: ResourceItemProps) {
  const { title, description, href, about } = resource
  return (
    <li className={styles.item}>
      <div>
        <ManagedLink href={href}>
          <Marked text={title} words={words} />
        </ManagedLink>
        {description === '' ? null : (
          <p className={styles.description}>
            <Marked text={description} words={words} />
          </p>
        )}
      </div>
      {about === null ? null : <span className={styles.about}>{about}</span>}
    </li>
  )
}
