import type { ComponentType } from 'react'
import type { ScreenPath } from '../../contract/screens.ts'
import type { Asking } from '../../web/api/ask-ahead.ts'
import type { RareScreenPath } from './rare-screens.ts'

/**
 * The component of each screen in src/contract/screens.ts that is not in rare-screens.ts, fetched when the screen is first opened. With
 * `then`, of which the build makes less code than of `await`: the table is part of the first load.
 */
export const screenComponents = {
  '/': async () => await (await import('../../features/home/load-home-page.ts')).loadHomePage(),
  '/403': () => import('../../features/pages/DeniedPage.tsx').then(module => module.DeniedPage),
  '/sign-in': () => import('../../features/identity/login/SignInPage.tsx').then(module => module.SignInPage),
  '/sso': () => import('../../features/identity/login/SsoPage.tsx').then(module => module.SsoPage),
  '/fund-activity': () => import('./FundActivityScreen.tsx').then(module => module.FundActivityScreen),
  '/grant-activity/$charityId': () =>
    import('../../features/charity-list/activity/CharityActivityPage.tsx').then(
      module => module.CharityActivityPage,
    ),
  '/recommend-a-grant': () =>
    import('./RecommendGrantScreen.tsx').then(module => module.RecommendGrantScreen),
  '/account': () => import('./AccountScreen.tsx').then(module => module.AccountScreen),
  '/account-documents': () =>
    import('../../features/documents/AccountDocumentsPage.tsx').then(module => module.AccountDocumentsPage),
  '/sign/$envelopeId': () =>
    import('../../features/signing/SigningPage.tsx').then(module => module.SigningPage),
  '/sign-pending-document': () =>
    import('./PendingDocumentsScreen.tsx').then(module => module.PendingDocumentsScreen),
  '/grants/$grantId': () => import('../../features/grants/GrantPage.tsx').then(module => module.GrantPage),
  '/my-profile': () =>
    import('../../features/people/profile/ProfilePage.tsx').then(module => module.ProfilePage),
  '/year-end-deadlines': () =>
    import('../../features/giving-season/GivingSeasonPage.tsx').then(module => module.GivingSeasonPage),
  '/resources': () =>
    import('../../features/resources/ResourcesPage.tsx').then(module => module.ResourcesPage),
  '/contact': () => import('../../features/contact/ContactPage.tsx').then(module => module.ContactPage),
  '/faq': () => import('../../features/faq/FaqPage.tsx').then(module => module.FaqPage),
  '/givingpoint': () =>
    import('../../features/guides/GivingGuidePage.tsx').then(module => module.GivingGuidePage),
} as const satisfies Record<Exclude<ScreenPath, RareScreenPath>, () => Promise<ComponentType>>

const isRare = (path: ScreenPath): path is RareScreenPath => !Object.hasOwn(screenComponents, path)

type ScreenComponent = ComponentType & Asking

/** Fetches the component of a screen. */
export const loadScreen = (path: ScreenPath): Promise<ScreenComponent> =>
  isRare(path)
    ? import('./rare-screens.ts').then(({ rareScreens }) => rareScreens[path]())
    : screenComponents[path]()
