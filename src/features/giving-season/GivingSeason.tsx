import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { telAddress } from '../../domain/tel-address.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { blockOf } from '../../web/content/block-of.ts'
import { useShowView } from '../../web/content/use-show-view.ts'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Disclosure } from '../../web/ui/sections/Disclosure.tsx'
import { DeadlineTable } from './DeadlineTable.tsx'
import { daysLeft, daysLeftLabel } from './domain/days-left.ts'
import styles from './GivingSeason.module.css'

/** The three sections of §2.11 by their names in the address: `/year-end-deadlines?open=contributions,help`. */
const seasonSections = {
  contributions: 'Contribution Deadlines',
  grants: 'Grant Guidelines',
  help: 'Need Help?',
} as const
type SeasonSection = keyof typeof seasonSections

const seasonSectionNames = keysOf(seasonSections)

/** The sections that the address opens, in the order of the page. */
function openSections(open: string | undefined): SeasonSection[] {
  const named = (open ?? '').split(',')
  return seasonSectionNames.filter(name => named.includes(name))
}

const searchSchema = z.object({ open: optionalParam(z.string()) })

/** The introduction, the next deadline, and three sections that are closed unless the address opens them (§2.11). */
export function GivingSeason({ content }: { content: PublishedContent }) {
  const { today } = clientContext().clientSettings
  const open = openSections(useSearchParams(searchSchema).open)
  const showView = useShowView()
  const toggle = (section: SeasonSection, isOpen: boolean) =>
    showView(
      paths.givingSeason(
        seasonSectionNames.filter(name => (name === section ? isOpen : open.includes(name))),
      ),
    )
  const sectionContent: Record<SeasonSection, ReactNode> = {
    contributions: (
      <>
        <DeadlineTable deadlines={content.deadlines} today={today} />
        <BlockText content={content} name="giving-season-contributions" headingLevel={3} />
      </>
    ),
    grants: <BlockText content={content} name="giving-season-grants" headingLevel={3} />,
    help: (
      <>
        {blockOf(content, 'giving-season-help') ? null : <SupportLine />}
        <BlockText content={content} name="giving-season-help" headingLevel={3} />
      </>
    ),
  }
  return (
    <>
      <div className={styles.top}>
        <BlockText content={content} name="giving-season-header" className={styles.introduction} />
        <NextDeadline deadlines={content.deadlines} today={today} />
      </div>
      <div className={styles.sections}>
        {seasonSectionNames.map(section => (
          <Disclosure
            key={section}
            heading={seasonSections[section]}
            isOpen={open.includes(section)}
            onToggle={isOpen => toggle(section, isOpen)}
          >
            <div className={styles.section}>{sectionContent[section]}</div>
          </Disclosure>
        ))}
      </div>
    </>
  )
}

type NextDeadlineProps = { deadlines: PublishedContent['deadlines']; today: IsoDate }

/** The next deadline and its gifts; nothing once the season is over. */
function NextDeadline({ deadlines, today }: NextDeadlineProps) {
  const { locale } = clientContext().clientSettings
  const upcoming = deadlines.filter(({ on }) => on >= today)
  const on = upcoming.map(deadline => deadline.on).sort()[0]
  if (on === undefined) return null
  const days = daysLeft(on, today)
  const gifts = upcoming.filter(deadline => deadline.on === on).map(({ gift }) => gift)
  return (
    <p className={styles.next}>
      <strong className={styles.days}>{daysLeftLabel(days)}</strong>
      <span className={styles.until}>
        {days > 1 ? 'to' : 'is'} the next deadline,{' '}
        <time dateTime={on} className={styles.day}>
          {formatDate(on, locale)}
        </time>
      </span>
      <span>{gifts.join('; ')}</span>
    </p>
  )
}

/** The client's contact details, shown until editors publish a help text. */
function SupportLine() {
  const { support } = clientContext().clientSettings
  return (
    <p className={styles.support}>
      <a href={telAddress(support.phone)}>{support.phone}</a>
      <a href={`mailto:${support.email}`}>{support.email}</a>
      <Link to={paths.contact()}>Send us a message</Link>
      <span>{support.hours}</span>
    </p>
  )
}
