import { useSyncExternalStore } from 'react'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { useShellContent } from '../../web/content/shell-content.ts'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Banner } from '../../web/ui/notices/Banner.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import styles from './BannerArea.module.css'
import { dismissedBanners } from './dismissed-banners.ts'

type BannerData = PublishedContent['banners'][number]

/** The banners for this person (§2.5), lowest index first, without those dismissed in this browser. */
export function BannerArea({ session }: { session: Session }) {
  const content = useShellContent()
  const dismissed = useSyncExternalStore(dismissedBanners.subscribe, dismissedBanners.read)
  const audience = audienceOf(session)
  const shown = (content?.banners ?? [])
    .filter(banner => banner.audience === 'everyone' || banner.audience === audience)
    .filter(banner => !banner.dismissable || !dismissedBanners.has(dismissed, banner))
    .sort((one, other) => one.index - other.index)
  return (
    // Screen readers announce a banner that is published while the page is open.
    <div aria-live="polite">
      {shown.map((banner, index) => (
        <Banner
          key={`${banner.name}.${banner.version}`}
          design={banner.design}
          label={labelOf(banner, shown.length > 1 ? index + 1 : null)}
          {...(banner.dismissable ? { onDismiss: () => dismiss(banner) } : {})}
        >
          <BannerMessage banner={banner} />
        </Banner>
      ))}
    </div>
  )
}

/** A person who must change their e-mail first can open nothing else (§4), so banners for members are not shown yet. */
function audienceOf(session: Session): BannerData['audience'] | null {
  if (session.state === 'signed-out') return 'visitors'
  return session.state === 'signed-in' && !session.facts.forceEmailChange ? 'signed-in' : null
}

/** Built-in messages that replace the editor's text (§1). */
const templates = {
  'giving-season': {
    title: 'Giving Season Deadlines',
    to: paths.givingSeason(),
    description: 'What must reach us by when to count this year.',
  },
} as const

function labelOf({ template }: BannerData, position: number | null): string {
  if (template !== null) return templates[template].title
  return position === null ? 'Announcement' : `Announcement ${position}`
}

function BannerMessage({ banner: { template, message } }: { banner: BannerData }) {
  if (template === null) return <RichText text={message} />
  const { title, to, description } = templates[template]
  return (
    <p>
      <Link to={to}>{title}</Link>
      <span className={styles.description}>{description}</span>
    </p>
  )
}

/** Moves the focus to the page's content, because the focused button disappears with its banner. */
function dismiss(banner: BannerData): void {
  dismissedBanners.dismiss(banner)
  document.getElementById('content')?.focus({ preventScroll: true })
}
