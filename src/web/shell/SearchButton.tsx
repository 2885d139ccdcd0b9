import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
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
      <Icon name="search" />
      Search
      <span className={styles.keys} aria-hidden="true">
        {/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
