import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { Icon } from '../Icon.tsx'
import { RareIcon } from '../RareIcon.tsx'
import styles from './Dates.module.css'

/** One month of a calendar, with buttons for the previous and next. */
export function Month() {
  return (
    <>
      <div className={styles.head}>
        <Button slot="previous" className={styles.pageButton ?? ''}>
          <RareIcon name="chevron-left" />
        </Button>
        <Heading className={styles.month ?? ''} />
        <Button slot="next" className={styles.pageButton ?? ''}>
          <Icon name="chevron-right" />
        </Button>
      </div>
      <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
        <CalendarGridHeader>
          {day => <CalendarHeaderCell className={styles.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {date => <CalendarCell date={date} className={styles.day ?? ''} />}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
