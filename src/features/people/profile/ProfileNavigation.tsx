import { paths } from '../../../web/routing/paths.ts'
import { SubNavigation } from '../../../web/ui/navigation/SubNavigation.tsx'

const pages = [
  { title: 'You', to: paths.myProfile() },
  { title: 'Notices', to: paths.profileNotices() },
  { title: 'Security', to: paths.profileSecurity() },
]

type ProfileNavigationProps = { current: '/my-profile' | '/my-profile/notices' | '/my-profile/security' }

/** The three pages of the profile. */
export const ProfileNavigation = ({ current }: ProfileNavigationProps) => (
  <SubNavigation
    label="Profile pages"
    pages={pages.map(page => ({ ...page, isCurrent: page.to === current }))}
  />
)
