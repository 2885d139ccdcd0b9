import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { SkipLink } from '../ui/navigation/SkipLink.tsx'
import { ToastRegion } from '../ui/notices/ToastRegion.tsx'
import { dismissAllDialogs } from '../ui/overlay/open-dialogs.ts'
import { BackToTop } from './BackToTop.tsx'
import { Footer } from './Footer.tsx'
import { Header, type HeaderProps } from './header/Header.tsx'
import styles from './Shell.module.css'

type ShellProps = HeaderProps & {
  /** null while the client has no page of terms. */
  termsTo: string | null
  year: number
  /** Under the header: banners, the account overview, the dashboard's sub-navigation, each if there is one. */
  banners?: ReactNode
  overview?: ReactNode
  dashboardNavigation?: ReactNode
  /** After the content: the promo strip. */
  promo?: ReactNode
  children: ReactNode
}

const contentId = 'content'
const fadeMs = 1000

/** What stands around every screen (§2.2). It knows no feature: menus and slots come from the routes. */
export function Shell(props: ShellProps) {
  const { termsTo, year, banners, overview, dashboardNavigation, promo, children, ...header } = props
  const { routeKey, client } = header
  const content = useRef<HTMLDivElement>(null)
  useFadeIn(content, routeKey)

  // On every route end all modals are dismissed (§2.1).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a route is the change of its key
  useEffect(() => dismissAllDialogs, [routeKey])

  return (
    <div className={styles.shell}>
      <SkipLink targetId={contentId} />
      <Header {...header} />
      {banners}
      {overview}
      {dashboardNavigation === undefined ? null : (
        <div className={styles.dashboard}>{dashboardNavigation}</div>
      )}
      <main id={contentId} tabIndex={-1} className={styles.main}>
        <div ref={content}>{children}</div>
      </main>
      {promo}
      <Footer client={client} termsTo={termsTo} year={year} />
      <BackToTop targetId={contentId} />
      <ToastRegion />
    </div>
  )
}

/** Content fades in over a second after each navigation (§2.1), usable at once; not where the reader wants less motion. */
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
