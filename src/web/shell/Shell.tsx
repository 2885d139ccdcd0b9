import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { SkipLink } from '../ui/navigation/SkipLink.tsx'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { BackToTop } from './BackToTop.tsx'
import { DashboardNavigation } from './DashboardNavigation.tsx'
import { Footer } from './Footer.tsx'
import { Header, type HeaderProps } from './Header.tsx'
import styles from './Shell.module.css'
import { SecondaryOutlet } from './secondary-outlet.ts'
import type { MenuItem } from './shell-types.ts'

type ShellProps = HeaderProps & {
  /** Null if the client has no terms page. */
  termsTo: string | null
  year: number
  /** The editors' disclaimer; absent: the client's own. */
  disclaimer?: ReactNode
  /** Under the header: banners, the account overview, the dashboard's pages. */
  banners?: ReactNode
  overview?: ReactNode
  dashboard: readonly MenuItem[]
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
  const { children, ...header } = rest
  const { routeKey, client, menu, visitor } = header
  // Only the menu of the header is sticky.
  const isHeaderSticky = menu.length > 0 && visitor.state !== 'forced-email-change'
  const content = useRef<HTMLDivElement>(null)
  const [outlet, setOutlet] = useState<HTMLElement | null>(null)
  useFadeIn(content, routeKey)

  // Every route change dismisses all modals (§2.1).
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that the route has changed
  useEffect(() => dismissAllDialogs, [routeKey])

  return (
    <div className={classNames(styles.shell, isHeaderSticky && styles.sticky)}>
      <SkipLink targetId={contentId} />
      <Header {...header} />
      {banners}
      {overview}
      <DashboardNavigation pages={dashboard} />
      <main id={contentId} tabIndex={-1} className={styles.main}>
        <div ref={content} className={styles.areas}>
          <div>
            <SecondaryOutlet value={outlet}>{children}</SecondaryOutlet>
          </div>
          <div ref={setOutlet} className={styles.outlet} />
        </div>
      </main>
      {promo}
      <Footer client={client} termsTo={termsTo} year={year} disclaimer={disclaimer} />
      {developmentBanner}
      <BackToTop targetId={contentId} />
      <ToastRegion />
    </div>
  )
}

/** Content fades in over a second after each navigation (§2.1), usable at once; not with reduced motion. */
function useFadeIn(element: React.RefObject<HTMLElement | null>, routeKey: string): void {
  const shownKey = useRef(routeKey)
  useLayoutEffect(() => {
    if (shownKey.current === routeKey) return
    shownKey.current = routeKey
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const fade = element.current?.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: fadeMs,
      easing: 'ease-out',
    })
    return () => fade?.cancel()
  }, [element, routeKey])
}
