import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { useCan } from '../../../web/session/session.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { CharityVettings } from '../../charity-vetting/staff/CharityVettings.tsx'
import { getCharityProfile } from '../profiles.contract.ts'
import { BankDetails } from './BankDetails.tsx'
import { CharityLogo } from './CharityLogo.tsx'
import styles from './CharityProfilePage.module.css'
import { EditProfile } from './EditProfile.tsx'
import { Payee } from './Payee.tsx'
import { ProfileChanges } from './ProfileChanges.tsx'

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
          { title: 'Charities', to: paths.staffCharities() },
        ]}
      />
      <PageHeading title="Charity Profile" lead={charity.eligibility.sentence}>
        {charityName(charity.name)}
      </PageHeading>
      <DescriptionList
        items={[
          { term: taxIdLabel(charity.charityId), description: charity.taxId },
          { term: 'Place', description: placeLabel(charity) ?? 'Not in the register' },
        ]}
      />
      <div className={styles.columns}>
        <section aria-labelledby={headingId}>
          <h2 id={headingId}>Our information</h2>
          <EditProfile key={found.data.revision} profile={found.data} mayEdit={mayEdit} />
        </section>
        <div>
          <Payee charityId={charityId} />
          <BankDetails charityId={charityId} />
          <CharityLogo profile={found.data} mayEdit={mayEdit} />
        </div>
      </div>
      {charityId.startsWith('XX-ALM-') ? <CharityVettings charityId={charityId} mayEdit={mayEdit} /> : null}
      <div className={styles.changes}>
        <ProfileChanges changes={changes} />
      </div>
    </>
  )
}
