import type { Client } from '../../../clients/client.ts'
import type { RichText } from '../../../contract/rich-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import {
  adjustmentLabels,
  agreementLabels,
  findingStateLabels,
  listLabels,
  percent,
} from '../domain/finding-labels.ts'
import type { FindingDetails } from '../findings.contract.ts'

type Style = Pick<Client, 'locale' | 'timeZone' | 'displayName'>
type Inlines = Extract<RichText[number], { kind: 'paragraph' }>['children']

const text = (words: string): Inlines => [{ kind: 'text', text: words }]

/** The record of a finding as people read it: what the report to the authority asks for, and what the files need for ten years. */
export function recordText(details: FindingDetails, style: Style): RichText {
  const { decisions, grants, accounts } = details
  return [
    table('Finding', findingStateLabels[details.state], findingRows(details, style)),
    table('Entry of the list', details.entry.number, entryRows(details)),
    table(
      'What depends on it',
      grants.length + accounts.length === 0 ? 'No grants or accounts here' : style.displayName,
      [
        ...accounts.map(({ fundId, accountName }) => [`Account ID ${fundId}`, accountName] as const),
        ...grants.map(
          ({ transactionId, accountName }) => [`Grant ${transactionId}`, `from ${accountName}`] as const,
        ),
      ],
    ),
    table(
      'Decisions',
      decisions.length === 0 ? 'None yet' : String(decisions.length),
      decisions.map(
        ({ step, to, byName, at, reason }) =>
          [
            `${step}. ${findingStateLabels[to]}`,
            `${reason} (${byName}, ${formatInstant(at, style)})`,
          ] as const,
      ),
    ),
  ]
}

type Rows = readonly (readonly [label: string, value: string])[]

/** Rows without a value are left out. */
const table = (name: string, value: string, rows: Rows): RichText[number] => ({
  kind: 'table',
  head: [text(name), text(value)],
  rows: rows.filter(([, each]) => each !== '').map(row => row.map(text)),
})

const findingRows = (details: FindingDetails, style: Style): Rows => [
  [details.subjectKind === 'charity' ? 'Charity' : 'Person', details.ourName],
  ['Number', details.charityId ?? ''],
  ['Name on the list', details.listedName],
  ['Score', `${percent(details.score)} (matcher ${details.matcherVersion})`],
  [
    'Words that agree',
    details.working.pairs
      .map(({ ours, listed, how }) => `${ours} and ${listed} (${agreementLabels[how]})`)
      .join(', '),
  ],
  ['Only in our name', details.working.ourUnmatched.join(', ')],
  ['Only on the list', details.working.listedUnmatched.join(', ')],
  ['Other evidence', details.working.adjustments.map(({ reason }) => adjustmentLabels[reason]).join(', ')],
  ['Found', formatInstant(details.foundAt, style)],
  ['Report by', details.reportBy === null ? '' : formatDate(details.reportBy, style.locale)],
]

const entryRows = ({ entry, list }: FindingDetails): Rows => [
  ['List', listLabels[list]],
  ['Names', entry.names.join(', ')],
  ['Born', entry.birthYears.join(', ')],
  ['Countries', entry.countries.join(', ')],
  ['Programs', entry.programs.join(', ')],
]
