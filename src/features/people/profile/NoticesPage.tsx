import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { NoticesSection } from './PreferencesSection.tsx'
import { ProfileNavigation } from './ProfileNavigation.tsx'
import { getProfile } from './profile.contract.ts'

/** /my-profile/notices: the e-mails that the person gets. */
export function NoticesPage() {
  const profile = useQuery(query(getProfile, {}))
  return (
    <>
      <PageHeading title="Notices" lead="Choose which e-mails we send you.">
        Notices
      </PageHeading>
      <ProfileNavigation current="/my-profile/notices" />
      {profile.isLoadingError ? <LoadFailure what="Your notices" requests={[profile]} /> : null}
      {profile.isPending ? <Skeleton shape="text" lines={6} label="Loading your notices" /> : null}
      {profile.data ? <NoticesSection profile={profile.data} /> : null}
    </>
  )
}
