import type { ComponentType } from 'react'
import type { BuiltScreenPath } from '../../contract/screens.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import type { RareScreenPath } from './rare-screens.ts'

const seldom = (path: RareScreenPath) => () =>
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
  '/financial-advisor-dashboard': seldom('/financial-advisor-dashboard'),
  '/financial-advisor-dashboard/report': seldom('/financial-advisor-dashboard/report'),
  '/new-account-opening': seldom('/new-account-opening'),
  '/new-account-opening/confirm': seldom('/new-account-opening/confirm'),
  '/successor': seldom('/successor'),
  '/new-account-opening/$step': seldom('/new-account-opening/$step'),
  '/relationships/$relationshipId': seldom('/relationships/$relationshipId'),
  '/update-account': seldom('/update-account'),
  '/update-account/primary-advisor': seldom('/update-account/primary-advisor'),
  '/update-account/legacy-plan': seldom('/update-account/legacy-plan'),
  '/sign-pending-document': () =>
    import('../../features/contributions/pending/PendingDocumentsPage.tsx').then(
      module => module.PendingDocumentsPage,
    ),
  '/grants': seldom('/grants'),
  '/grants/schedules': seldom('/grants/schedules'),
  '/grants/schedules/$scheduleId': seldom('/grants/schedules/$scheduleId'),
  '/grants/baskets/$basketId': seldom('/grants/baskets/$basketId'),
  '/grants/upload': seldom('/grants/upload'),
  '/charity-list': seldom('/charity-list'),
  '/charity-list/propose': seldom('/charity-list/propose'),
  '/grants/$grantId': () => import('../../features/grants/GrantPage.tsx').then(module => module.GrantPage),
  '/super-user-dashboard': seldom('/super-user-dashboard'),
  '/super-user-dashboard/grants': seldom('/super-user-dashboard/grants'),
  '/super-user-dashboard/grants/$grantId': seldom('/super-user-dashboard/grants/$grantId'),
  '/super-user-dashboard/payments': seldom('/super-user-dashboard/payments'),
  '/super-user-dashboard/payments/$runId': seldom('/super-user-dashboard/payments/$runId'),
  '/super-user-dashboard/cases': seldom('/super-user-dashboard/cases'),
  '/super-user-dashboard/cases/$caseId': seldom('/super-user-dashboard/cases/$caseId'),
  '/super-user-dashboard/charities': seldom('/super-user-dashboard/charities'),
  '/super-user-dashboard/charities/$charityId': seldom('/super-user-dashboard/charities/$charityId'),
  '/super-user-dashboard/requests': seldom('/super-user-dashboard/requests'),
  '/super-user-dashboard/documents': seldom('/super-user-dashboard/documents'),
  '/super-user-dashboard/staff-documents': seldom('/super-user-dashboard/staff-documents'),
  '/super-user-dashboard/applications': seldom('/super-user-dashboard/applications'),
  '/super-user-dashboard/applications/$applicationId': seldom(
    '/super-user-dashboard/applications/$applicationId',
  ),
  '/super-user-dashboard/audit': seldom('/super-user-dashboard/audit'),
  '/super-user-dashboard/messages': seldom('/super-user-dashboard/messages'),
  '/my-profile': () =>
    import('../../features/identity/profile/ProfilePage.tsx').then(module => module.ProfilePage),
  '/my-profile/email': seldom('/my-profile/email'),
  '/my-profile/password': seldom('/my-profile/password'),
  '/password-setup': seldom('/password-setup'),
  '/forgot-user': seldom('/forgot-user'),
  '/year-end-deadlines': () =>
    import('../../features/giving-season/GivingSeasonPage.tsx').then(module => module.GivingSeasonPage),
  '/resources': () =>
    import('../../features/resources/ResourcesPage.tsx').then(module => module.ResourcesPage),
  '/contact': () => import('../../features/contact/ContactPage.tsx').then(module => module.ContactPage),
  '/faq': () => import('../../features/faq/FaqPage.tsx').then(module => module.FaqPage),
  '/givingpoint': () =>
    import('../../features/giving-guide/GivingGuidePage.tsx').then(module => module.GivingGuidePage),
  '/terms': seldom('/terms'),
  '/content': seldom('/content'),
  '/content/new': seldom('/content/new'),
  '/content/files': seldom('/content/files'),
  '/content/$kind/$name': seldom('/content/$kind/$name'),
  '/content/$kind/$name/versions': seldom('/content/$kind/$name/versions'),
} as const satisfies Record<BuiltScreenPath, () => Promise<ComponentType>>
