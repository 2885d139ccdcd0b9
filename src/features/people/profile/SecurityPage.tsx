import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasScreen } from '../../../contract/screens.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { getFactors, listDevices } from '../../identity/factors/factors.contract.ts'
import { BackupCodesSection } from '../../identity/security/BackupCodesSection.tsx'
import { DevicesSection } from '../../identity/security/DevicesSection.tsx'
import { LoginsSection } from '../../identity/security/LoginsSection.tsx'
import { OneTimeCodeSection } from '../../identity/security/OneTimeCodeSection.tsx'
import { PasskeysSection } from '../../identity/security/PasskeysSection.tsx'
import { ProfileSection } from '../../identity/security/ProfileSection.tsx'
import { SecurityScore } from '../../identity/security/SecurityScore.tsx'
import { SessionsSection } from '../../identity/security/SessionsSection.tsx'
import { listLogins, listSessions } from '../../identity/sessions/sessions.contract.ts'
import { ProfileNavigation } from './ProfileNavigation.tsx'

/** /my-profile/security: how the login is protected, and where the person is logged in. */
export function SecurityPage() {
  const factors = useQuery(query(getFactors, {}))
  const logins = useQuery(query(listLogins, {}))
  const devices = useQuery(query(listDevices, {}))
  const sessions = useQuery(query(listSessions, {}))
  // At first everything appears at once, so that no section moves another; later a section loads by itself.
  const isLoading = [factors, logins, devices, sessions].some(({ isPending }) => isPending)
  const [hasLoaded, setLoaded] = useState(false)
  if (!isLoading && !hasLoaded) setLoaded(true)
  return (
    <>
      <PageHeading title="Security" lead="How your login is protected, and where you’re logged in">
        Security
      </PageHeading>
      <ProfileNavigation current="/my-profile/security" />
      {isLoading && !hasLoaded ? (
        <Skeleton shape="table" lines={10} label="Loading your login methods" />
      ) : (
        <>
          {factors.isPending ? <Skeleton shape="table" lines={6} label="Loading your login methods" /> : null}
          {factors.isLoadingError ? <LoadFailure what="Your login methods" requests={[factors]} /> : null}
          {factors.data ? <SecurityScore factors={factors.data} logins={logins.data?.data} /> : null}
          {hasScreen('/my-profile/password', clientContext().clientSettings) ? (
            <ProfileSection title="Password" lead="Use a long password that you use nowhere else.">
              <Link to={paths.updatePassword()} look="button">
                Update Password
              </Link>
            </ProfileSection>
          ) : null}
          {factors.data ? (
            <>
              <PasskeysSection factors={factors.data} />
              <OneTimeCodeSection factors={factors.data} />
              <BackupCodesSection factors={factors.data} />
            </>
          ) : null}
          <DevicesSection />
          <SessionsSection />
          <LoginsSection />
        </>
      )}
    </>
  )
}
