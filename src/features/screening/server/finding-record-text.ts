import type { Client } from '../../../clients/client.ts'
import type { RichText } from '../../../contract/rich-text.ts'
import { currencyNames } from '../../../domain/currencies.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { heading, paragraph, sponsorLines, table } from '../../../server/pdf/rich-text-parts.ts'
import {
  adjustmentLabels,
  agreementLabels,
  findingStateLabels,
  listLabels,
  percent,
  subjectLabels,
} from '../domain/finding-labels.ts'
import type { FindingDetails } from '../findings.contract.ts'

type Style = Pick<Client, 'locale' | 'timeZone'>
/** Everything that is kept about a finding, in the order in which an authority asks for it. */
export function findingRecordText(
  details: FindingDetails,
  {
    style,
    currency,
    sponsor,
    atMost,
  }: { style: Style; currency: Currency; sponsor: Client['sponsor']; atMost: number },
): RichText {
  return [
    sponsorLines(sponsor),
    table(['Finding', 'Record'], summaryRows(details, style)),
    heading('Entry of the list'),
    table(['Entry', details.entry.number], entryRows(details)),
    heading('Comparison'),
    table(['Score', percent(details.score)], comparisonRows(details)),
    heading('What depends on it'),
    // Another book of the realm may have more, which its own record names.
    paragraph(`Accounts in ${currencyNames[currency].plural}, and their grants that have not left:`),
    ...dependents(details, atMost),
    heading('Decisions'),
    details.decisions.length === 0
      ? paragraph('No one has decided about it yet.')
      : table(
          ['Decision', 'Reason'],
          details.decisions.map(({ step, to, byName, at, reason }) => [
            `${step}. ${findingStateLabels[to]}, ${byName}, ${formatInstant(at, style)}`,
            reason,
          ]),
        ),
    heading('Reports'),
    details.reports.length === 0
      ? paragraph('No report to the authority is recorded.')
      : table(
          ['Reported on', 'Reference'],
          details.reports.map(({ reportedOn, reference, byName }) => [
            `${formatDate(reportedOn, style.locale)}, ${byName}`,
            reference,
          ]),
        ),
  ]
}

function summaryRows(details: FindingDetails, style: Style): string[][] {
  const {
    birthYear,
    charityId,
    findingId,
    foundAt,
    list,
    listedName,
    matcherVersion,
    ourName,
    reportBy,
    state,
    subjectKind,
  } = details
  return [
    [subjectLabels[subjectKind], charityId === null ? ourName : `${ourName}, ${charityId}`],
    ...(birthYear === null ? [] : [['Year of birth', String(birthYear)]]),
    ['On the list', `${listedName}, ${listLabels[list]}`],
    ['Status', findingStateLabels[state]],
    ['Found', `${formatInstant(foundAt, style)}, matcher ${matcherVersion}`],
    ...(reportBy === null ? [] : [['Report by', formatDate(reportBy, style.locale)]]),
    ['Number of the finding', findingId],
  ]
}

/** Rows without a value are left out. */
const present = (rows: readonly (readonly [label: string, values: readonly (string | number)[]])[]) =>
  rows.flatMap(([label, values]) => (values.length === 0 ? [] : [[label, values.join('; ')]]))

const entryRows = ({ entry }: FindingDetails): string[][] =>
  present([
    ['Kind', [entry.kind]],
    ['Names', entry.names],
    ['Born', entry.birthYears],
    ['Countries', entry.countries],
    ['Programs', entry.programs],
  ])

const comparisonRows = ({ working }: FindingDetails): string[][] =>
  present([
    [
      'Words that agree',
      working.pairs.map(({ ours, listed, how }) => `${ours} and ${listed} (${agreementLabels[how]})`),
    ],
    ['Only in our name', working.ourUnmatched],
    ['Only on the list', working.listedUnmatched],
    ['Other evidence', working.adjustments.map(({ reason }) => adjustmentLabels[reason])],
  ])

function dependents({ accounts, grants }: FindingDetails, atMost: number): RichText {
  if (accounts.length + grants.length === 0) return [paragraph('None.')]
  const isCut = accounts.length === atMost || grants.length === atMost
  return [
    ...(accounts.length === 0
      ? []
      : [
          table(
            ['Account ID', 'Account'],
            accounts.map(({ fundId, accountName }) => [String(fundId), accountName]),
          ),
        ]),
    ...(grants.length === 0
      ? []
      : [
          table(
            ['Grant', 'From'],
            grants.map(({ transactionId, accountName }) => [transactionId, accountName]),
          ),
        ]),
    ...(isCut ? [paragraph(`Only the first ${atMost} are named here.`)] : []),
  ]
}
