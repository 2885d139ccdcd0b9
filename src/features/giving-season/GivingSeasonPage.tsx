import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './GivingSeason.module.css'
import { GivingSeason } from './GivingSeason.tsx'

/**
 * The year-end deadlines for gifts, the guidelines for grants, and how to get help (§2.11). The promotions below are the
 * screen's promo strip (§2.5), set in src/contract/screens.ts.
 */
export function GivingSeasonPage() {
  return (
    <>
      <PageHeading title="Giving Season">Giving Season</PageHeading>
      <ManagedContent place="giving-season" what="The deadlines" waiting={<GivingSeasonPlaceholder />}>
        {content => <GivingSeason content={content} />}
      </ManagedContent>
    </>
  )
}

/** The loading placeholder of the page. */
function GivingSeasonPlaceholder() {
  return (
    <>
      <div className={styles.top}>
        <Skeleton shape="text" lines={3} label="Loading the deadlines" />
      </div>
      <Skeleton shape="statement" lines={3} label="Loading the sections" />
    </>
  )
}
