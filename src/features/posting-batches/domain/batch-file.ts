import type { IsoDate } from '../../../domain/dates.ts'
import { missingFundId, readFundId } from '../../../domain/fund-id.ts'
import { amountTooLarge, type Currency, otherCurrencySentence, parseMoney } from '../../../domain/money.ts'
import { boundsProblem, readDate } from '../../../domain/read-date.ts'
import { isFormulaError, isSplitAmount, splitAmount } from '../../../domain/spreadsheet-slips.ts'
import { type BatchKind, batchKindNames, batchKinds, maxCommentLength } from './posting-batch.ts'

/** The columns of a file of postings, with the headings that name them. The first of each is that of the template. */
export const batchColumns = {
  fundId: ['Account ID', 'Account', 'Account number', 'Fund', 'Fund ID', 'Fund number'],
  kind: ['Kind', 'Type', 'Transaction type'],
  effectiveDate: ['Date', 'Effective date', 'Posting date'],
  amount: ['Amount'],
  comment: ['Comment', 'Description', 'Note'],
} as const satisfies Record<string, readonly string[]>
export type BatchColumn = keyof typeof batchColumns
export const batchColumnNames = ['fundId', 'kind', 'effectiveDate', 'amount', 'comment'] as const

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Where each column is in the file, by its first row; or why it cannot be said, as a sentence. */
export function columnsOfBatch(
  headings: readonly string[],
): ReadonlyMap<BatchColumn, number> | { problem: string } {
  const found = new Map<BatchColumn, number>()
  for (const column of batchColumnNames) {
    // The exported lines of a batch have the name of the account beside its number.
    const isNamed = column === 'fundId' && headings.some(heading => plain(heading) === 'account id')
    const names = batchColumns[column].map(plain).filter(name => !(isNamed && name === 'account'))
    const places = headings.flatMap((heading, index) => (names.includes(plain(heading)) ? [index] : []))
    const [first, second] = places
    if (second !== undefined && first !== undefined)
      return {
        problem: `Two columns could be “${batchColumns[column][0]}”: “${shown(headings[first])}” and “${shown(headings[second])}”. Rename or delete one of them.`,
      }
    if (first !== undefined) found.set(column, first)
  }
  const missing = batchColumnNames.filter(column => column !== 'comment' && !found.has(column))
  return missing.length === 0
    ? found
    : {
        problem: `The first row has no column ${missing.map(column => `“${batchColumns[column][0]}”`).join(' and no column ')}. Use the headings of the template.`,
      }
}

export type ReadRow = {
  /** The number of the account as the file has it; whether it exists is asked of the database. */
  fundId: number
  kind: BatchKind
  effectiveDate: IsoDate
  amountMinor: bigint
  comment: string | null
}

/** `maxAmountMinor`: the client's largest amount. */
export type BatchRules = {
  locale: string
  currency: Currency
  maxAmountMinor: bigint
  earliest: IsoDate
  today: IsoDate
}

/** A row of the file, or what is wrong with it, as sentences. */
export function readBatchRow(
  cells: readonly string[],
  columns: ReadonlyMap<BatchColumn, number>,
  rules: BatchRules,
): ReadRow | { problems: string[] } {
  const cell = (column: BatchColumn): string =>
    (cells[columns.get(column) ?? -1] ?? '').replaceAll(/\p{Cf}/gu, '').trim()
  const fundId = readFundId(cell('fundId'))
  const kind = readKind(cell('kind'))
  const date = readDay(cell('effectiveDate'), rules)
  const amount = kind === null ? 0n : readAmount(cell('amount'), kind, rules)
  const comment = cell('comment')
  const problems = [
    ...(fundId === null
      ? [cell('fundId') === '' ? missingFundId : `“${shown(cell('fundId'))}” is not an account ID`]
      : []),
    ...(kind === null ? [`“${shown(cell('kind'))}” is not a kind of the template`] : []),
    ...('problem' in date ? [date.problem] : []),
    ...(typeof amount === 'string' ? [amount] : []),
    ...(isFormulaError(comment) ? [`The comment is the error ${comment} of a formula`] : []),
    ...(isSplitAmount(cell('amount'), comment) ? [splitAmount(cell('amount'), comment)] : []),
    ...(comment.length > maxCommentLength
      ? [`The comment has ${comment.length} characters. Shorten it to ${maxCommentLength}`]
      : []),
    ...(kind === 'other' && comment === '' ? ['Other activity needs a comment that the donor can read'] : []),
  ]
  if (
    problems.length > 0 ||
    fundId === null ||
    kind === null ||
    'problem' in date ||
    typeof amount === 'string'
  )
    return { problems }
  return { fundId, kind, effectiveDate: date.date, amountMinor: amount, comment: comment || null }
}

const maxShown = 40
const shown = (text = ''): string => (text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text)

const readKind = (text: string): BatchKind | null =>
  batchKindNames.find(
    kind =>
      plain(kind) === plain(text) ||
      [batchKinds[kind].label, ...batchKinds[kind].words].some(word => plain(word) === plain(text)),
  ) ?? null

function readDay(
  text: string,
  { locale, earliest, today }: BatchRules,
): { date: IsoDate } | { problem: string } {
  const { date, problem } = readDate(text, locale)
  if (date === null) return { problem: problem ?? 'Enter the date' }
  const outside = boundsProblem(
    date,
    { earliest, latest: today, tooLate: 'The date is in the future' },
    locale,
  )
  return outside === null ? { date } : { problem: outside }
}

const negative = /^(?:[-\u2212]\s*(.+)|\((.+)\))$/

/** The amount; negative for other activity alone. */
function readAmount(text: string, kind: BatchKind, rules: BatchRules): bigint | string {
  const [, afterSign, inParentheses] = negative.exec(text) ?? []
  const absolute = afterSign ?? inParentheses
  if (absolute !== undefined && kind !== 'other')
    return `“${shown(text)}” is negative. The kind says whether it is added or taken away, so the amount is positive`
  const amountMinor = parseMoney(absolute ?? text, rules)
  if (amountMinor === 'other-currency')
    return `“${shown(text)}” is in another currency. ${otherCurrencySentence[rules.currency]}`
  if (amountMinor === 'too-large' || (typeof amountMinor === 'bigint' && amountMinor > rules.maxAmountMinor))
    return amountTooLarge(rules.maxAmountMinor, rules.currency, rules.locale)
  if (amountMinor === 'not-an-amount') return `“${shown(text)}” is not an amount`
  if (amountMinor === 0n) return 'Enter an amount above 0'
  return absolute === undefined ? amountMinor : -amountMinor
}
