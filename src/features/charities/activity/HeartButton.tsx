import { ToggleButton } from 'react-aria-components/ToggleButton'
import styles from './HeartButton.module.css'
import type { CharityListHandle } from './use-charity-list.ts'

/** The heart of §2.7, pressed while the charity is on the fund's list. */
export function HeartButton({ list }: { list: CharityListHandle }) {
  return (
    <ToggleButton
      aria-label="In your charity list"
      isSelected={list.isOn}
      onChange={() => {
        if (!list.isPending) list.toggle()
      }}
      className={styles.heart ?? ''}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.2 4.6 12.9a4.8 4.8 0 0 1 0-6.8 4.7 4.7 0 0 1 6.7 0l.7.7.7-.7a4.7 4.7 0 0 1 6.7 0 4.8 4.8 0 0 1 0 6.8Z" />
      </svg>
    </ToggleButton>
  )
}
