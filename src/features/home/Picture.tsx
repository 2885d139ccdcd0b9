import { clientContext } from '../../web/client-context/client-context.ts'
import { classNames } from '../../web/ui/class-names.ts'
import styles from './Picture.module.css'

/**
 * The client's drawing (src/clients/pictures) in the colors of its theme, fetched after the text. Decoration only, so screen readers
 * skip it. Nothing where the client has none.
 */
export function Picture({ className }: { className?: string | undefined }) {
  if (clientContext().clientSettings.home.picture === null) return null
  return (
    <svg
      viewBox="0 0 800 600"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={classNames(styles.picture, className)}
    >
      <use href="/picture.svg#picture" />
    </svg>
  )
}
