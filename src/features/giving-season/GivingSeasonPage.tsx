import { ManagedContent } from '../../web/content/ManagedContent.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { GivingSeason } from './GivingSeason.tsx'
import { GivingSeasonPlaceholder } from './GivingSeasonPlaceholder.tsx'

/**
 * §2.11: the last days of the year for each kind of gift, what holds for grants, and where help is. 'Giving Resources' and
 * the promotions follow as the strip of this screen (§2.5, src/app/web/screens.ts).
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
