import type { ScreenPath } from '../../contract/screens.ts'
import { clientContext } from '../client-context/client-context.ts'
import { useSession } from '../session/session.ts'
import { SubNavigation } from '../ui/navigation/SubNavigation.tsx'
import { mayFollow } from './guards.ts'
import { paths } from './paths.ts'

const pages = [
  { title: 'Activity', screen: '/fund-activity', to: paths.fundActivity() },
  { title: 'Grants', screen: '/grants', to: paths.grants() },
  { title: 'Schedules', screen: '/grants/schedules', to: paths.grantSchedules() },
  { title: 'Contributions', screen: '/contributions', to: paths.contributions() },
  { title: 'Statements', screen: '/account-documents', to: paths.accountDocuments('statement') },
] as const satisfies { title: string; screen: ScreenPath; to: string }[]

type FundActivityNavigationProps = { current: (typeof pages)[number]['title'] }

/** The pages about a fund's money (§2.6). Each shows once it is built, to those who may open it. */
export function FundActivityNavigation({ current }: FundActivityNavigationProps) {
  const session = useSession()
  const { clientSettings } = clientContext()
  const shown = pages.filter(({ screen }) => mayFollow(screen, session, clientSettings))
  return (
    <SubNavigation
      label="Fund Activity"
      pages={shown.map(({ title, to }) => ({ title, to, isCurrent: title === current }))}
    />
  )
}
