import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { blockOf } from '../../web/content/block-of.ts'
import { useShowView } from '../../web/content/use-show-view.ts'
import { paths } from '../../web/routing/paths.ts'
import { Disclosure } from '../../web/ui/sections/Disclosure.tsx'
import { DeadlineTable } from './DeadlineTable.tsx'
import { openSections, type SeasonSection, seasonSectionNames, seasonSections } from './domain/season-view.ts'
import styles from './GivingSeason.module.css'
import { NextDeadline } from './NextDeadline.tsx'
import { SupportLine } from './SupportLine.tsx'

/** The header's information, the next day that counts, and the three sections, closed unless the address opens them. */
export function GivingSeason({ content }: { content: PublishedContent }) {
  const today = clientContext().clientSettings.today as IsoDate
  const search = useSearch({ strict: false })
  const open = openSections((search as { open?: string }).open)
  const showView = useShowView()
  const toggle = (section: SeasonSection, isOpen: boolean) =>
    showView(
      paths.givingSeason(
        seasonSectionNames.filter(name => (name === section ? isOpen : open.includes(name))),
      ),
    )
  const matter: Record<SeasonSection, ReactNode> = {
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
        <BlockText content={content} name="giving-season-header" className={styles.information} />
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
            <div className={styles.matter}>{matter[section]}</div>
          </Disclosure>
        ))}
      </div>
    </>
  )
}
