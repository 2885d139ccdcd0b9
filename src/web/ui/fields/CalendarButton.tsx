import { Button } from 'react-aria-components/Button'
import styles from './Dates.module.css'

/** Opens the calendar; the picker provides its name. */
export function CalendarButton() {
  return (
    <Button className={styles.trigger ?? ''}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5h14v12H3zM3 9h14M7 2.5V6M13 2.5V6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </Button>
  )
}
