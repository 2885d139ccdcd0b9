import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { Footer } from './Footer.tsx'
import { Header, type HeaderProps } from './Header.tsx'
import { MenuLink } from './MenuLink.tsx'
import styles from './Shell.module.css'
import { SecondaryOutlet } from './secondary-outlet.ts'
import type { MenuItem } from './shell-types.ts'
import { useIsScrolled } from './use-is-scrolled.ts'

type ShellProps = HeaderProps & {
  /** Changes when the content of another address is shown, which may be later than the address. */
  shownKey: string
  /** Another page has been asked for and is not there yet. */
  isLoading?: boolean
  /** Null if the client has no terms page. */
  termsTo: string | null
  year: number
  /** The editors' disclaimer; absent: the client's own. */
  disclaimer?: ReactNode
  /** Under the header: banners, the account overview, the dashboard's pages. */
  banners?: ReactNode
  overview?: ReactNode
  dashboard: readonly MenuItem[]
  /** Before the content, and beside it on large screens: the staff's pages. */
  rail?: ReactNode
  /** After the content: the promo strip. */
  promo?: ReactNode
  /** At the very end, in development only (§2.2). */
  developmentBanner?: ReactNode
  children: ReactNode
}

const contentId = 'content'
const fadeMs = 1000

/** The shell around every screen (§2.2). It knows no feature: menus and slots come as props. */
export function Shell(props: ShellProps) {
  const { termsTo, year, disclaimer, banners, overview, dashboard, promo, developmentBanner, ...rest } = props
  const { children, rail, shownKey, isLoading, ...header } = rest
  const { routeKey, client, menu, visitor } = header
  // Only the menu of the header is sticky.
  const isHeaderSticky = menu.length > 0 && visitor.state !== 'forced-email-change'
  const content = useRef<HTMLDivElement>(null)
  const [outlet, setOutlet] = useState<HTMLElement | null>(null)
  useFadeIn(content, shownKey)

  // Every route change dismisses all modals (§2.1).
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that the route has changed
  useEffect(() => dismissAllDialogs, [routeKey])

  return (
    <div
      className={classNames(styles.shell, isHeaderSticky && styles.sticky, rail !== undefined && styles.wide)}
    >
      {isLoading ? <div role="progressbar" aria-label="Loading the page" className={styles.loading} /> : null}
      <SkipLink targetId={contentId} />
      <Header {...header} />
      {banners}
      {overview}
      {rail === undefined ? <DashboardNavigation pages={dashboard} /> : null}
      <div className={classNames(styles.body, rail !== undefined && styles.besideRail)}>
        {rail === undefined ? null : <div className={styles.rail}>{rail}</div>}
        <main id={contentId} tabIndex={-1} className={styles.main}>
          <div ref={content} className={styles.areas}>
            <div>
              <SecondaryOutlet value={outlet}>{children}</SecondaryOutlet>
            </div>
            <div ref={setOutlet} className={styles.outlet} />
          </div>
        </main>
      </div>
      {promo}
      <Footer client={client} termsTo={termsTo} year={year} disclaimer={disclaimer} />
      {developmentBanner}
      <BackToTop targetId={contentId} />
      <ToastRegion />
    </div>
  )
}

/** The first tab stop: skips header and menu. */
function SkipLink({ targetId }: { targetId: string }) {
  return (
    <a
      href={`#${targetId}`}
      className={styles.skip}
      onClick={event => {
        // Only the focus moves: the address belongs to the router.
        event.preventDefault()
        document.getElementById(targetId)?.focus()
      }}
    >
      Skip to the content
    </a>
  )
}

/** The dashboard's sub-navigation, only on large desktop screens (§2.2). */
function DashboardNavigation({ pages }: { pages: readonly MenuItem[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-label="Dashboard" className={styles.dashboard}>
      <ul>
        {pages.map(page => (
          <li key={page.title}>
            <MenuLink item={page} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Back to the top, where the header is not sticky (§2.2). It moves the focus too. */
function BackToTop({ targetId }: { targetId: string }) {
  const isScrolled = useIsScrolled()
  if (!isScrolled) return null
  return (
    <button
      type="button"
      className={styles.toTop}
      onClick={() => {
        const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
        document.getElementById(targetId)?.focus({ preventScroll: true })
      }}
    >
      Back to top
    </button>
  )
}

/** Content fades in over a second once a navigation shows it (§2.1), usable at once; not with reduced motion. */
function useFadeIn(element: React.RefObject<HTMLElement | null>, key: string): void {
  const shownKey = useRef(key)
  useLayoutEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const fade = element.current?.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: fadeMs,
      easing: 'ease-out',
    })
    return () => fade?.cancel()
  }, [element, key])
}
