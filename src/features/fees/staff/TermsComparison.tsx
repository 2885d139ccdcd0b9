import { formatDate } from '../../../domain/dates.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { basisText, frequencyText } from '../domain/describe-terms.ts'
import type { FeeTermsReply } from '../fees.contract.ts'
import type { TermsStyle } from './TermsVersions.tsx'
import { Tiers } from './Tiers.tsx'
import { minimumText } from './term-facts.tsx'

type TermsComparisonProps = { before: FeeTermsReply; after: FeeTermsReply; style: TermsStyle }

/** The terms before and after a change, side by side. */
export function TermsComparison({ before, after, style }: TermsComparisonProps) {
  const rows = [
    { term: 'From', of: ({ from }: FeeTermsReply) => formatDate(from, style.locale) },
    { term: 'Rate for a year', of: (terms: FeeTermsReply) => <Tiers terms={terms} {...style} /> },
    { term: 'At least', of: (terms: FeeTermsReply) => minimumText(terms, style) },
    { term: 'Charged', of: frequencyText },
    { term: 'Computed on', of: basisText },
  ]
  return (
    <Table
      caption="Before and after"
      captionLevel={3}
      columns={[
        { key: 'term', heading: 'Term', isRowHeading: true, cell: ({ term }) => term },
        { key: 'before', heading: 'Before', cell: ({ of }) => of(before) },
        { key: 'after', heading: 'After', cell: ({ of }) => of(after) },
      ]}
      rows={rows}
      rowKey={({ term }) => term}
      hasStickyHeading={false}
      empty={{ text: '' }}
    />
  )
}
