import styles from './Navigation.module.css'

/** The first tab stop: skips header and menu. */
export function SkipLink({ targetId }: { targetId: string }) {
  return (
    <a
      href={`#${targetId}`}
      className={styles.skip}
      onClick={event => {
        // Only the focus moves: the address belongs to the router.
        event.preventDefault()
        document.getElementById(targetId)?.focus()
      }}
    >
      Skip to the content
    </a>
  )
}
