import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { frequencyText } from '../domain/describe-terms.ts'
import type { TermsChange } from '../fee-terms.contract.ts'
import type { TermsStyle } from './TermsVersions.tsx'
import { Tiers } from './Tiers.tsx'
import { minimumText } from './term-facts.tsx'

const stateTexts = {
  waiting: 'Awaits a second person',
  made: 'Set',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Ended without a second person',
} as const satisfies Record<TermsChange['state'], string>

const endTexts = {
  'later-terms': 'Replaced before their first day',
  file: 'Not in force: the client’s file was changed since',
} as const satisfies Record<NonNullable<TermsChange['endedBy']>, string>

type TermsHistoryProps = { history: readonly TermsChange[]; style: TermsStyle }

/** Every change of the terms that was made or asked for: when, what, by whom and why. */
export function TermsHistory({ history, style }: TermsHistoryProps) {
  const { clientSettings } = clientContext()
  return (
    <Table<TermsChange>
      caption="History"
      columns={[
        {
          key: 'at',
          heading: 'When',
          isRowHeading: true,
          cell: ({ requestedAt }) => formatInstant(requestedAt, clientSettings),
        },
        { key: 'from', heading: 'From', cell: ({ terms }) => formatDate(terms.from, style.locale) },
        {
          key: 'terms',
          heading: 'Terms',
          cell: ({ terms }) => (
            <div>
              <Tiers terms={terms} {...style} />
              <Note>{`${frequencyText(terms)}. ${terms.minimumPerYearMinor === 0n ? '' : 'At least '}${minimumText(terms, style)}.`}</Note>
            </div>
          ),
        },
        {
          key: 'who',
          heading: 'Who and why',
          cell: ({ requestedByName, reason }) => (
            <div>
              {requestedByName}
              <Note>{reason}</Note>
            </div>
          ),
        },
        {
          key: 'result',
          heading: 'Result',
          cell: ({ state, endedBy, decidedByName, decidedAt, decisionReason }) => (
            <div>
              {endedBy === null ? stateTexts[state] : endTexts[endedBy]}
              {decidedByName === null || decidedAt === null ? null : (
                <Note>
                  {`${decidedByName}, ${formatInstant(decidedAt, clientSettings)}${decisionReason === null ? '' : `: ${decisionReason}`}`}
                </Note>
              )}
            </div>
          ),
        },
      ]}
      rows={history}
      rowKey={({ changeId }) => changeId}
      hasStickyHeading={false}
      empty={{ text: 'Nothing has been changed on this page yet.' }}
    />
  )
}
