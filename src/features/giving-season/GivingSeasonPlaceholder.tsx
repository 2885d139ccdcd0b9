import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './GivingSeason.module.css'

/** The shape of the page while it is on its way. */
export function GivingSeasonPlaceholder() {
  return (
    <>
      <div className={styles.top}>
        <Skeleton shape="text" lines={3} label="Loading the deadlines" />
      </div>
      <Skeleton shape="statement" lines={3} label="Loading the sections" />
    </>
  )
}
