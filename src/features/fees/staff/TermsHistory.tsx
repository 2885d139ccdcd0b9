import { formatDate } from '../../../domain/dates.ts'
import { ChangeHistory } from '../../../web/list/ChangeHistory.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { frequencyText } from '../domain/describe-terms.ts'
import type { TermsChange } from '../fee-terms.contract.ts'
import type { TermsStyle } from './TermsVersions.tsx'
import { Tiers } from './Tiers.tsx'
import { minimumText } from './term-facts.tsx'

const endTexts = {
  'later-terms': 'Replaced before their first day',
  file: 'Not in force: the client’s file was changed since',
} as const satisfies Record<NonNullable<TermsChange['endedBy']>, string>

type TermsHistoryProps = { history: readonly TermsChange[]; style: TermsStyle }

/** The changes of a fee's terms: those that were set, and from when. */
export const TermsHistory = ({ history, style }: TermsHistoryProps) => (
  <ChangeHistory<TermsChange>
    history={history}
    columns={[
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
    ]}
    // Terms begin on a day of their own, not when they were set.
    resultText={({ state, endedBy }) =>
      endedBy !== null ? endTexts[endedBy] : state === 'made' ? 'Set' : null
    }
  />
)
