import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useContext, useState, useSyncExternalStore } from 'react'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import { type Screen, screenRows } from '../../contract/screens.ts'
import { AccountBar } from '../../features/accounts/AccountBar.tsx'
import { LazyCurrencyBar } from '../../features/accounts/LazyCurrencyControl.tsx'
import { BannerArea } from '../../features/banners/BannerArea.tsx'
import { StepUpHost } from '../../features/identity/step-up/StepUpHost.tsx'
import { DevelopmentBanner } from '../../features/pages/DevelopmentBanner.tsx'
import { PaletteHost } from '../../features/palette/PaletteHost.tsx'
import { PromoArea } from '../../features/promo/PromoArea.tsx'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PreviewContext } from '../../web/client-context/preview-context.ts'
import { blockOf } from '../../web/content/block-of.ts'
import { useShellContent } from '../../web/content/shell-content.ts'
import { checkGuard, mayFollow } from '../../web/routing/guards.ts'
import { type Menus, menusFor } from '../../web/routing/menus.ts'
import { paths } from '../../web/routing/paths.ts'
import { writeReturnTarget } from '../../web/session/return-target.ts'
import { logOut, useCurrency, useSession } from '../../web/session/session.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Shell } from '../../web/shell/Shell.tsx'
import type { ShellClient, ShellVisitor } from '../../web/shell/shell-types.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import { bookChange } from './book-change.ts'

const DraftInPlace = lazy(() =>
  import('../../features/content/editor/draft/DraftInPlace.tsx').then(module => ({
    default: module.DraftInPlace,
  })),
)

const DueGrants = lazy(() =>
  import('../../features/grants/schedules/DueGrants.tsx').then(module => ({ default: module.DueGrants })),
)

const StaffNavigation = lazy(() =>
  import('../../web/routing/StaffNavigation.tsx').then(module => ({ default: module.StaffNavigation })),
)

// Few people ever see it, so it is not part of the first load.
const NoAccessPage = lazy(() =>
  import('../../features/pages/NoAccessPage.tsx').then(module => ({ default: module.NoAccessPage })),
)

/** The whole portal. With `?draft=` in the address it shows an editor's draft in place (`contentPaths.draftInPlace`). */
export function App() {
  const isPreview = useContext(PreviewContext) !== null
  const draft = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('draft'),
  })
  if (draft === null || isPreview) return <Portal />
  return (
    <Suspense fallback={null}>
      <DraftInPlace itemParam={draft}>
        <Portal />
      </DraftInPlace>
    </Suspense>
  )
}

/** The shell around every screen, with the client's settings and the person's menus (§2.2, §4). */
function Portal() {
  const session = useSession()
  const location = useRouterState({ select: state => state.location })
  const screen = useRouterState({
    select: state => screenOf.get(state.matches.at(-1)?.routeId ?? ''),
  })
  // Matches change when the code and the data of their screen have arrived.
  const shown = useRouterState({ select: state => state.matches.at(-1)?.pathname ?? '' })
  const isLoading = useRouterState({ select: state => state.isLoading })
  const context = clientContext()
  const { clientSettings } = context
  const content = useShellContent()
  const disclaimer = content && blockOf(content, 'footer-disclaimer')
  const [isSearching, setSearching] = useState(false)
  // A preview inside the editor renders no dialogs; the portal around it does.
  const isPreview = useContext(PreviewContext) !== null
  const menus = menusFor(session, clientSettings, location.pathname)
  const visitor = visitorOf(session, menus, `${location.pathname}${location.searchStr}`)
  const currency = useCurrency()
  const isChangingBook = useSyncExternalStore(bookChange.subscribe, bookChange.read)
  // After logging out, navigating home takes a moment or fails offline: the screen is hidden in the meantime.
  const isOver =
    session.state === 'signed-out' && screen && checkGuard(screen, session, clientSettings) === 'sign-in'
  // The main layout is for people who have access, or may gain it by changing their e-mail (§2.1).
  if (session.state === 'signed-in' && !session.facts.hasAccess && !session.facts.forceEmailChange)
    return (
      <Suspense fallback={<Skeleton shape="text" />}>
        <NoAccessPage onLogOut={() => void logOut()}>
          {/* People without access can still reach the contact page (§2.12). */}
          {location.pathname === paths.contact() ? <Outlet /> : null}
        </NoAccessPage>
      </Suspense>
    )
  return (
    <Shell
      client={shellClient(context)}
      visitor={visitor}
      menu={menus.main}
      topBar={menus.topBar}
      help={menus.help}
      dashboard={menus.dashboard}
      rail={
        screen?.isOfStaff && !isOver && seesQueues(session) ? (
          <Suspense fallback={null}>
            <StaffNavigation />
          </Suspense>
        ) : undefined
      }
      onSearch={() => setSearching(true)}
      routeKey={location.pathname}
      shownKey={shown}
      isLoading={isLoading}
      termsTo={mayFollow('/terms', session, clientSettings) ? paths.terms() : null}
      disclaimer={disclaimer && <RichText text={disclaimer.body} />}
      year={Number(clientSettings.today.slice(0, 4))}
      developmentBanner={clientSettings.demonstration ? <DevelopmentBanner /> : undefined}
      banners={<BannerArea session={session} />}
      promo={
        hasPromo(screen, session) && !isOver ? (
          <PromoArea key={screen?.promo?.cardId} cardId={screen?.promo?.cardId} />
        ) : undefined
      }
      overview={overviewOf(session, screen)}
    >
      <Suspense fallback={<Skeleton shape="text" lines={8} />}>
        {/* The other book's screen is mounted again, so it keeps nothing that was entered or loaded in this one. */}
        {isOver || isChangingBook ? <Skeleton shape="text" lines={8} /> : <Outlet key={currency} />}
      </Suspense>
      {isPreview ? null : <StepUpHost />}
      {isPreview || visitor.state === 'forced-email-change' ? null : (
        <PaletteHost
          isOpen={isSearching}
          onOpen={() => setSearching(true)}
          onClose={() => setSearching(false)}
          hidesAccount={screen?.hidesAccount}
        />
      )}
    </Shell>
  )
}

const screenOf = new Map<string, Screen>(screenRows)

/** The bar under the header: the current account, or on screens about none the currency of a client with two books. */
function overviewOf(session: Session, screen: Screen | undefined): ReactNode {
  if (session.state !== 'signed-in' || !session.facts.hasAccess) return undefined
  const { scope } = session.facts
  const isOnlyEditor = scope.includes('cms_access') && !scope.includes('api_access')
  const hasCurrencies = clientContext().secondaryDb !== null && !isOnlyEditor
  if (screen?.hidesAccount) return hasCurrencies ? <LazyCurrencyBar /> : undefined
  if (session.fundId === 0 && !hasCurrencies) return undefined
  const { fundId } = session
  return <AccountBar fundId={fundId} isSlim={!screen?.isAboutBalance} due={<DueGrants fundId={fundId} />} />
}

/** Whether the person is of the sponsor's staff: a service team opens one of their screens for its own account. */
const seesQueues = (session: Session): boolean =>
  session.state === 'signed-in' && staffActions.some(action => session.facts.actions.includes(action))

const staffActions = ['SUPER_DASHBOARD_VIEW', 'APPLICATION_REVIEW'] as const

/** Whether the promo strip is shown under this screen (§2.5). */
function hasPromo(screen: Screen | undefined, session: Session): boolean {
  if (!screen?.promo) return false
  return screen.promo.to === 'anyone' || session.state === 'signed-in'
}

function shellClient({ client, clientSettings }: ClientContext): ShellClient {
  return { name: client, ...clientSettings }
}

function visitorOf(session: Session, menus: Menus, address: string): ShellVisitor {
  const onLogOut = () => void logOut()
  if (session.state !== 'signed-in') {
    const returnTo = isLoginAddress(address) ? undefined : address
    const onLogIn = () => writeReturnTarget(returnTo)
    return { state: 'logged-out', logInTo: paths.signIn(returnTo), onLogIn }
  }
  if (session.facts.forceEmailChange) return { state: 'forced-email-change', onLogOut }
  return {
    state: 'logged-in',
    name: session.facts.username || null,
    profileMenu: menus.profile,
    onLogOut,
  }
}

/** Addresses that are no use to return to after logging in: home, and the screens of the login itself. */
function isLoginAddress(address: string): boolean {
  return address === '/' || /^\/(s|password-setup|forgot-user)/.test(address)
}
