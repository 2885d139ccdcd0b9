import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { LogoOrInitials } from '../../../web/ui/pictures/LogoOrInitials.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { CharityVettings } from '../../charity-vetting/staff/CharityVettings.tsx'
import { DueDiligence } from '../../charity-vetting/staff/DueDiligence.tsx'
import { getCharityProfile } from '../profiles.contract.ts'
import { BankDetails } from './BankDetails.tsx'
import { CharityLogo } from './CharityLogo.tsx'
import styles from './CharityProfilePage.module.css'
import { Payee } from './Payee.tsx'
import { ProfileChanges } from './ProfileChanges.tsx'
import { NamesSection, PageSection } from './ProfileSections.tsx'
import { StatusCard } from './StatusCard.tsx'

/** /super-user-dashboard/charities/{id}: the profile of a charity, with every change and its reason (§13). */
export function CharityProfilePage() {
  const { charityId } = useScreenParams('/super-user-dashboard/charities/$charityId')
  const headingId = useId()
  const mayEdit = useCan('CHARITY_EDIT')
  const found = useQuery(query(getCharityProfile, { params: { charityId } }))
  if (found.isLoadingError)
    return (
      <>
        <PageHeading title="Charity Profile">Charity</PageHeading>
        <LoadFailure what="The charity" requests={[found]} />
      </>
    )
  if (!found.data) return <Skeleton shape="text" lines={10} label="Loading the charity" />
  const { charity, changes } = found.data
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Super User Dashboard', to: paths.superUserDashboard() },
          { title: 'Charities', to: staffPaths.staffCharities() },
        ]}
      />
      <div className={styles.head}>
        <LogoOrInitials name={charityName(charity.name)} logoUrl={found.data.logoUrl} size="large" />
        <PageHeading
          title="Charity Profile"
          lead={[`${taxIdLabel(charityId)} ${charity.taxId}`, placeLabel(charity)]
            .filter(Boolean)
            .join(' · ')}
        >
          {charityName(charity.name)}
        </PageHeading>
      </div>
      <StatusCard profile={found.data} mayEdit={mayEdit} />
      <div className={styles.columns}>
        <div>
          <NamesSection profile={found.data} mayEdit={mayEdit} />
          <PageSection profile={found.data} mayEdit={mayEdit}>
            <CharityLogo profile={found.data} mayEdit={mayEdit} />
          </PageSection>
        </div>
        <div>
          <Payee charityId={charityId} />
          <BankDetails charityId={charityId} />
        </div>
      </div>
      {charityId.startsWith('XX-ALM-') ? (
        <CharityVettings charityId={charityId} mayEdit={mayEdit} />
      ) : (
        <DueDiligence charityId={charityId} mayEdit={mayEdit} />
      )}
      <section aria-labelledby={headingId} className={styles.section}>
        <h2 id={headingId}>Changes</h2>
        <ProfileChanges changes={changes} />
      </section>
    </>
  )
}
