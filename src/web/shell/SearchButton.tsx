import { classNames } from '../ui/class-names.ts'
import styles from './SearchButton.module.css'

type SearchButtonProps = { onPress: () => void; className?: string | undefined }

/** Opens the command palette and shows its keyboard shortcut. */
export function SearchButton({ onPress, className }: SearchButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className={classNames(styles.button, className)}
      onClick={onPress}
    >
      <svg viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="7.6" cy="7.6" r="5.1" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="m11.6 11.6 4.4 4.4" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      Search
      <span className={styles.keys} aria-hidden="true">
        {/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
