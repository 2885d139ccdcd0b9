import type { Reply } from '../../../contract/endpoint.ts'
import { Statement, StatementLine, StatementSection } from '../../../web/ui/sections/Statement.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import type { getStatement } from '../fund-activity.contract.ts'
import styles from './ActivitySections.module.css'
import { SectionTable } from './SectionTable.tsx'

type ActivitySectionsProps = {
  statement: Reply<typeof getStatement>
  open: readonly SectionNumber[]
  /** On paper every section is open. */
  isPrinting: boolean
  fundId: number
  onToggle: (section: SectionNumber, isOpen: boolean) => void
}

/** The sections from beginning to ending balance, then the parts of the ending balance. Empty sections keep their line. */
export function ActivitySections({ statement, open, isPrinting, fundId, onToggle }: ActivitySectionsProps) {
  const { currency, range } = statement
  // The server sends the numbers of sections only.
  const lines = statement.sections.map(line => ({ ...line, section: line.section as SectionNumber }))
  const flows = lines.filter(line => sectionRule(line.section).role !== 'part')
  const parts = lines.filter(line => sectionRule(line.section).role === 'part')
  const renderLine = ({ section, totalMinor, details }: (typeof lines)[number]) => {
    const { heading, role } = sectionRule(section)
    const isBalance = role === 'beginning' || role === 'ending'
    const amount = <Money amountMinor={totalMinor} currency={currency} symbol={isBalance} />
    if (details === 0)
      return <StatementLine key={section} heading={heading} amount={amount} isTotal={role === 'ending'} />
    const isOpen = isPrinting || open.includes(section)
    return (
      <StatementSection
        key={section}
        heading={heading}
        amount={amount}
        count={details}
        isOpen={isOpen}
        onToggle={next => onToggle(section, next)}
      >
        {isOpen ? (
          <SectionTable
            key={`${range.from} ${range.to}`}
            fundId={fundId}
            section={section}
            range={range}
            currency={currency}
            isPrinting={isPrinting}
          />
        ) : null}
      </StatementSection>
    )
  }
  return (
    <>
      <Statement label="Statement">{flows.map(renderLine)}</Statement>
      {parts.length === 0 ? null : (
        <>
          <h2 className={styles.parts}>Included in the ending balance</h2>
          <Statement label="Included in the ending balance" isEnding>
            {parts.map(renderLine)}
          </Statement>
        </>
      )}
    </>
  )
}
