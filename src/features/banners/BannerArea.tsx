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

/** §2.5's banners for this person, the lowest index highest, without those that this browser's reader has dismissed. */
export function BannerArea({ session }: { session: Session }) {
  const content = useShellContent()
  const dismissed = useSyncExternalStore(dismissedBanners.subscribe, dismissedBanners.read)
  const audience = audienceOf(session)
  const shown = (content?.banners ?? [])
    .filter(banner => banner.audience === 'everybody' || banner.audience === audience)
    .filter(banner => !banner.dismissable || !dismissedBanners.has(dismissed, banner))
    .sort((one, other) => one.index - other.index)
  return (
    // What is published while somebody reads is read out to those who listen.
    <div aria-live="polite">
      {shown.map((banner, place) => (
        <Banner
          key={`${banner.name}.${banner.version}`}
          design={banner.design}
          label={labelOf(banner, shown.length > 1 ? place + 1 : null)}
          {...(banner.dismissable ? { onDismiss: () => dismiss(banner) } : {})}
        >
          <BannerMessage banner={banner} />
        </Banner>
      ))}
    </div>
  )
}

/** Whoever has to change their e-mail first can follow nothing else (§4): what is for the signed-in is not yet for them. */
function audienceOf(session: Session): BannerData['audience'] | null {
  if (session.state === 'signed-out') return 'visitors'
  return session.state === 'signed-in' && !session.facts.forceEmailChange ? 'signed-in' : null
}

/** The program's own messages, which stand instead of an editor's. */
const templates = {
  // §1
  'giving-season': {
    title: 'Giving Season Deadlines',
    to: paths.givingSeason(),
    about: 'By when each kind of gift has to arrive to count for this year.',
  },
} as const

function labelOf({ template }: BannerData, place: number | null): string {
  if (template !== null) return templates[template].title
  return place === null ? 'Announcement' : `Announcement ${place}`
}

function BannerMessage({ banner: { template, message } }: { banner: BannerData }) {
  if (template === null) return <RichText text={message} />
  const { title, to, about } = templates[template]
  return (
    <p>
      <Link to={to}>{title}</Link>
      <span className={styles.about}>{about}</span>
    </p>
  )
}

/** The button that was pressed goes with its banner; the focus goes on to what the page is about. */
function dismiss(banner: BannerData): void {
  dismissedBanners.dismiss(banner)
  document.getElementById('content')?.focus({ preventScroll: true })
}
