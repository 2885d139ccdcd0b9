import { useQuery } from '@tanstack/react-query'
import { hasScreen } from '../../../contract/screens.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSession } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type Factors, getFactors } from '../../identity/factors/factors.contract.ts'
import { BackupCodesSection } from '../../identity/security/BackupCodesSection.tsx'
import { DevicesSection } from '../../identity/security/DevicesSection.tsx'
import { OneTimeCodeSection } from '../../identity/security/OneTimeCodeSection.tsx'
import { PasskeysSection } from '../../identity/security/PasskeysSection.tsx'
import { ProfileSection } from '../../identity/security/ProfileSection.tsx'
import { SessionsSection } from '../../identity/security/SessionsSection.tsx'
import { CurrencySection } from './CurrencySection.tsx'
import { DetailsSection } from './DetailsSection.tsx'
import {
  AppearanceSection,
  DefaultAccountSection,
  GrantNamingSection,
  NoticesSection,
} from './PreferencesSection.tsx'
import { getProfile } from './profile.contract.ts'

/** /my-profile (§2.1): name, contact, preferences, login methods, devices and sessions. */
export function ProfilePage() {
  const session = useSession()
  const factors = useQuery(query(getFactors, {}))
  if (session.state !== 'signed-in') return null
  const { clientSettings } = clientContext()
  return (
    <>
      <PageHeading title="Profile" lead={<ProtectionSummary factors={factors.data} />}>
        Profile
      </PageHeading>
      <ProfileDetails />
      <ProfileSection
        title="Who sees your details"
        lead="Decide which accounts see your contact details, or leave one."
      >
        <Link to={paths.ownAccounts()} look="button">
          Decide who sees them
        </Link>
      </ProfileSection>
      {hasScreen('/my-profile/password', clientSettings) ? (
        <ProfileSection title="Password" lead="Use a long password that you use nowhere else.">
          <Link to={paths.updatePassword()} look="button">
            Update Password
          </Link>
        </ProfileSection>
      ) : null}
      {factors.isLoadingError ? <LoadFailure what="Your login methods" requests={[factors]} /> : null}
      {factors.isPending ? <Skeleton shape="table" lines={6} label="Loading your login methods" /> : null}
      {factors.data ? <FactorSections factors={factors.data} /> : null}
      <DevicesSection />
      <SessionsSection />
    </>
  )
}

/** Name, contact and preferences. */
function ProfileDetails() {
  const profile = useQuery(query(getProfile, {}))
  if (profile.isLoadingError) return <LoadFailure what="Your profile" requests={[profile]} />
  if (!profile.data) return <Skeleton shape="text" lines={6} label="Loading your profile" />
  return (
    <>
      <DetailsSection profile={profile.data} />
      <GrantNamingSection profile={profile.data} />
      <NoticesSection profile={profile.data} />
      <DefaultAccountSection profile={profile.data} />
      <CurrencySection />
      <AppearanceSection />
    </>
  )
}

function FactorSections({ factors }: { factors: Factors }) {
  return (
    <>
      <PasskeysSection factors={factors} />
      <OneTimeCodeSection factors={factors} />
      <BackupCodesSection factors={factors} />
    </>
  )
}

/** Says how the account is protected, and how to protect it better. */
function ProtectionSummary({ factors }: { factors: Factors | undefined }) {
  // Reserves the height of the sentence, so that nothing moves when it appears.
  if (!factors) return <>&nbsp;</>
  const { passkeys, code } = factors
  const factorLabels = [
    passkeys.length === 0 ? null : passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`,
    code === null ? null : 'one-time codes',
  ].filter(label => label !== null)
  if (!clientContext().clientSettings.signsInByPassword)
    return 'You log in with another provider. A passkey or one-time codes let you confirm it’s you here.'
  if (factorLabels.length === 0)
    return 'Only a password protects your login. Add a passkey or one-time codes below.'
  return `Your login is protected by ${['your password', ...factorLabels.slice(0, -1)].join(', ')} and ${factorLabels.at(-1)}.`
}
