import type { ComponentType } from 'react'
import type { BuiltScreenPath } from '../../contract/screens.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import type { RareScreenPath } from './rare-screens.ts'

const rare = (path: RareScreenPath) => () =>
  import('./rare-screens.ts').then(({ rareScreens }) => rareScreens[path]())

/**
 * The component of each screen in src/contract/screens.ts, fetched when the screen is first opened. With `then`, of which the build
 * makes less code than of `await`: the table is part of the first load.
 */
export const screenComponents = {
  '/': async () => await (await import('../../features/home/load-home-page.ts')).loadHomePage(),
  // Part of the first bundle, because any address may turn out to be denied.
  '/403': async () => DeniedPage,
  '/sign-in': () => import('../../features/identity/login/SignInPage.tsx').then(module => module.SignInPage),
  '/sso': () => import('../../features/identity/login/SsoPage.tsx').then(module => module.SsoPage),
  '/fund-activity': () =>
    import('../../features/fund-activity/FundActivityPage.tsx').then(module => module.FundActivityPage),
  '/grant-activity/$charityId': () =>
    import('../../features/charities/CharityActivityPage.tsx').then(module => module.CharityActivityPage),
  '/recommend-a-grant': () =>
    import('../../features/grants/RecommendGrantPage.tsx').then(module => module.RecommendGrantPage),
  '/account': () => import('./AccountScreen.tsx').then(module => module.AccountScreen),
  '/account-documents': () =>
    import('../../features/documents/AccountDocumentsPage.tsx').then(module => module.AccountDocumentsPage),
  '/sign/$envelopeId': () =>
    import('../../features/signing/SigningPage.tsx').then(module => module.SigningPage),
  '/financial-advisor-dashboard': rare('/financial-advisor-dashboard'),
  '/financial-advisor-dashboard/report': rare('/financial-advisor-dashboard/report'),
  '/new-account-opening': rare('/new-account-opening'),
  '/new-account-opening/confirm': rare('/new-account-opening/confirm'),
  '/successor': rare('/successor'),
  '/new-account-opening/$step': rare('/new-account-opening/$step'),
  '/relationships/$relationshipId': rare('/relationships/$relationshipId'),
  '/update-account': rare('/update-account'),
  '/update-account/primary-advisor': rare('/update-account/primary-advisor'),
  '/update-account/legacy-plan': rare('/update-account/legacy-plan'),
  '/sign-pending-document': () =>
    import('../../features/contributions/pending/PendingDocumentsPage.tsx').then(
      module => module.PendingDocumentsPage,
    ),
  '/grants': rare('/grants'),
  '/grants/schedules': rare('/grants/schedules'),
  '/grants/schedules/$scheduleId': rare('/grants/schedules/$scheduleId'),
  '/grants/baskets/$basketId': rare('/grants/baskets/$basketId'),
  '/grants/upload': rare('/grants/upload'),
  '/charity-list': rare('/charity-list'),
  '/charity-list/propose': rare('/charity-list/propose'),
  '/grants/$grantId': () => import('../../features/grants/GrantPage.tsx').then(module => module.GrantPage),
  '/super-user-dashboard': rare('/super-user-dashboard'),
  '/super-user-dashboard/grants': rare('/super-user-dashboard/grants'),
  '/super-user-dashboard/grants/$grantId': rare('/super-user-dashboard/grants/$grantId'),
  '/super-user-dashboard/payments': rare('/super-user-dashboard/payments'),
  '/super-user-dashboard/payments/$runId': rare('/super-user-dashboard/payments/$runId'),
  '/super-user-dashboard/cases': rare('/super-user-dashboard/cases'),
  '/super-user-dashboard/cases/$caseId': rare('/super-user-dashboard/cases/$caseId'),
  '/super-user-dashboard/charities': rare('/super-user-dashboard/charities'),
  '/super-user-dashboard/charities/$charityId': rare('/super-user-dashboard/charities/$charityId'),
  '/super-user-dashboard/requests': rare('/super-user-dashboard/requests'),
  '/super-user-dashboard/documents': rare('/super-user-dashboard/documents'),
  '/super-user-dashboard/staff-documents': rare('/super-user-dashboard/staff-documents'),
  '/super-user-dashboard/applications': rare('/super-user-dashboard/applications'),
  '/super-user-dashboard/applications/$applicationId': rare(
    '/super-user-dashboard/applications/$applicationId',
  ),
  '/super-user-dashboard/audit': rare('/super-user-dashboard/audit'),
  '/super-user-dashboard/messages': rare('/super-user-dashboard/messages'),
  '/my-profile': () =>
    import('../../features/identity/profile/ProfilePage.tsx').then(module => module.ProfilePage),
  '/my-profile/email': rare('/my-profile/email'),
  '/my-profile/password': rare('/my-profile/password'),
  '/password-setup': rare('/password-setup'),
  '/forgot-user': rare('/forgot-user'),
  '/year-end-deadlines': () =>
    import('../../features/giving-season/GivingSeasonPage.tsx').then(module => module.GivingSeasonPage),
  '/resources': () =>
    import('../../features/resources/ResourcesPage.tsx').then(module => module.ResourcesPage),
  '/contact': () => import('../../features/contact/ContactPage.tsx').then(module => module.ContactPage),
  '/faq': () => import('../../features/faq/FaqPage.tsx').then(module => module.FaqPage),
  '/givingpoint': () =>
    import('../../features/giving-guide/GivingGuidePage.tsx').then(module => module.GivingGuidePage),
  '/terms': rare('/terms'),
  '/content': rare('/content'),
  '/content/new': rare('/content/new'),
  '/content/files': rare('/content/files'),
  '/content/$kind/$name': rare('/content/$kind/$name'),
  '/content/$kind/$name/versions': rare('/content/$kind/$name/versions'),
} as const satisfies Record<BuiltScreenPath, () => Promise<ComponentType>>
