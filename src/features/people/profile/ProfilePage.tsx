import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { ProfileSection } from '../../identity/security/ProfileSection.tsx'
import { CurrencySection } from './CurrencySection.tsx'
import { DetailsSection } from './DetailsSection.tsx'
import { AppearanceSection, DefaultAccountSection, GrantNamingSection } from './PreferencesSection.tsx'
import { ProfileNavigation } from './ProfileNavigation.tsx'
import { getProfile } from './profile.contract.ts'

/** /my-profile (§2.1): the person's name, contact and preferences. */
export function ProfilePage() {
  const profile = useQuery(query(getProfile, {}))
  return (
    <>
      <PageHeading title="Profile" lead="Your name and contact details, and how you use this portal">
        Profile
      </PageHeading>
      <ProfileNavigation current="/my-profile" />
      {profile.isLoadingError ? <LoadFailure what="Your profile" requests={[profile]} /> : null}
      {profile.isPending ? <Skeleton shape="text" lines={6} label="Loading your profile" /> : null}
      {profile.data ? (
        <>
          <DetailsSection profile={profile.data} />
          <ProfileSection
            title="Who sees your details"
            lead="Decide which accounts see your contact details, or leave one."
          >
            <Link to={paths.ownAccounts()} look="button">
              Decide who sees them
            </Link>
          </ProfileSection>
          <GrantNamingSection profile={profile.data} />
          <DefaultAccountSection profile={profile.data} />
          <CurrencySection />
          <AppearanceSection />
        </>
      ) : null}
    </>
  )
}
