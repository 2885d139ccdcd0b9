import { minuteMs } from '../../../domain/durations.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import type { Posting } from '../../ledger/domain/postings.ts'
import {
  excludedReleasePostings,
  excludePostings,
  feePostings,
  marketPostings,
  otherPostings,
} from '../../ledger/domain/postings.ts'

/**
 * What a batch posts, by the kinds of the ledger. `words`: how a file names each, besides its label. `section`, `ledger`: the posting by
 * which the database decides whether an account of a status accepts it (db/migrations/0070_posting_batches.sql).
 */
export const batchKinds = {
  gain: { label: 'Investment gain', words: ['gain', 'gains', 'investment gains'], section: 3 },
  loss: { label: 'Investment loss', words: ['loss', 'losses', 'investment losses'], section: 3 },
  income: {
    label: 'Dividends and interest',
    words: ['income', 'dividend', 'dividends', 'interest', 'investment income'],
    section: 3,
  },
  administrative_fee: {
    label: 'Administrative fee',
    words: ['administrative fees', 'administration fee', 'admin fee', 'admin fees'],
    section: 5,
  },
  investment_fee: {
    label: 'Investment fee',
    words: ['investment fees', 'investment management fee', 'management fee'],
    section: 5,
  },
  other: { label: 'Other activity', words: ['other'], section: 4 },
  exclude: {
    label: 'Asset restricted',
    words: ['exclude', 'excluded', 'restrict', 'restricted'],
    section: 9,
  },
  release: {
    label: 'Excluded asset released',
    words: ['release', 'released', 'asset released'],
    section: 9,
  },
} as const satisfies Record<string, { label: string; words: readonly string[]; section: number }>
export type BatchKind = keyof typeof batchKinds

export const batchKindNames = [
  'gain',
  'loss',
  'income',
  'administrative_fee',
  'investment_fee',
  'other',
  'exclude',
  'release',
] as const satisfies readonly BatchKind[]

/** `entered`: waits for a second person, unless its request was declined or withdrawn. */
export const batchStates = ['entered', 'applying', 'applied', 'reversing', 'reversed'] as const
export type BatchState = (typeof batchStates)[number]

/** What the lines of a batch are from. */
export const batchSources = ['file', 'division', 'fee-run', 'waiting-fees'] as const
export type BatchSource = (typeof batchSources)[number]

export const batchSourceLabels = {
  file: 'File',
  division: 'Division of a total',
  'fee-run': 'Fee run',
  'waiting-fees': 'Fees that waited',
} as const satisfies Record<BatchSource, string>

/** A batch of which no line was posted or reversed for so long is shown as one that does not go on. */
export const stalledAfterMs = 5 * minuteMs

/** So many lines are read from one file; a workbook, which has to be in memory as a whole, has fewer. */
export const maxBatchLines = 1_000_000
export const maxWorkbookLines = 20_000
export const batchFileMaxBytes = 64_000_000
/** So many lines of a batch may be of one account: they are posted together, and hold its balance meanwhile. */
export const maxLinesOfAccount = 1_000
export const maxCommentLength = 300

/** A line that was read: a positive amount, of other activity also a negative one. */
export type BatchLine = {
  /** Its row in the file. */
  line: number
  accountId: string
  kind: BatchKind
  amountMinor: bigint
}

export type FundBalance = { spendableMinor: bigint; excludedMinor: bigint }

/** What becomes of a line: the amount that is posted, 0 where it is left out; `note` says why it is not all of it. */
export type LineOutcome = { postedMinor: bigint; note: string | null }

export const leftOutNotes = {
  status: 'The account’s status does not allow it.',
  fee: 'The fund has nothing available for the fee.',
  other: 'It would take the fund below zero.',
  exclude: 'The fund’s available balance is less than this.',
  release: 'The fund’s excluded assets are less than this.',
} as const

/** Why a fee is posted in part, with the rest as shown. */
export const waitingPart = (rest: string): string => `The fund cannot pay all of it: ${rest} waits.`

/**
 * What becomes of the lines of one fund, in their order, and what the fund has after each: a loss may take it below zero, a fee never, and
 * nothing else that leaves it by choice. `accepts`: whether the account's status allows the kind. `restText`: an amount in words.
 */
export function outcomesOf(
  lines: readonly Pick<BatchLine, 'kind' | 'amountMinor'>[],
  before: FundBalance,
  accepts: (kind: BatchKind) => boolean,
  restText: (amountMinor: bigint) => string,
): { outcomes: LineOutcome[]; after: FundBalance } {
  const after = { ...before }
  const outcomes = lines.map(line => {
    const outcome = accepts(line.kind)
      ? outcomeOf(line, after, restText)
      : { postedMinor: 0n, note: leftOutNotes.status }
    const change = changeOf(line.kind, outcome.postedMinor)
    after.spendableMinor += change.spendableMinor
    after.excludedMinor += change.excludedMinor
    return outcome
  })
  return { outcomes, after }
}

function outcomeOf(
  { kind, amountMinor }: Pick<BatchLine, 'kind' | 'amountMinor'>,
  { spendableMinor, excludedMinor }: FundBalance,
  restText: (amountMinor: bigint) => string,
): LineOutcome {
  const whole = { postedMinor: amountMinor, note: null }
  switch (kind) {
    case 'gain':
    case 'income':
    case 'loss':
      return whole
    case 'administrative_fee':
    case 'investment_fee': {
      if (spendableMinor >= amountMinor) return whole
      if (spendableMinor <= 0n) return { postedMinor: 0n, note: leftOutNotes.fee }
      return { postedMinor: spendableMinor, note: waitingPart(restText(amountMinor - spendableMinor)) }
    }
    case 'other':
      return amountMinor > 0n || spendableMinor >= -amountMinor
        ? whole
        : { postedMinor: 0n, note: leftOutNotes.other }
    case 'exclude':
      return spendableMinor >= amountMinor ? whole : { postedMinor: 0n, note: leftOutNotes.exclude }
    case 'release':
      return excludedMinor >= amountMinor ? whole : { postedMinor: 0n, note: leftOutNotes.release }
  }
}

/** What a posted amount of a kind adds to a fund. */
export function changeOf(kind: BatchKind, postedMinor: bigint): FundBalance {
  switch (kind) {
    case 'gain':
    case 'income':
    case 'other':
      return { spendableMinor: postedMinor, excludedMinor: 0n }
    case 'loss':
    case 'administrative_fee':
    case 'investment_fee':
      return { spendableMinor: -postedMinor, excludedMinor: 0n }
    case 'exclude':
      return { spendableMinor: -postedMinor, excludedMinor: postedMinor }
    case 'release':
      return { spendableMinor: postedMinor, excludedMinor: -postedMinor }
  }
}

/** An amount without its sign. */
export const absolute = (amountMinor: bigint): bigint => (amountMinor < 0n ? -amountMinor : amountMinor)

/** The postings of a line to its fund. */
export function postingsOf(kind: BatchKind, accountId: string, amountMinor: bigint): Posting[] {
  switch (kind) {
    case 'gain':
    case 'income':
      return marketPostings(accountId, amountMinor)
    case 'loss':
      return marketPostings(accountId, -amountMinor)
    case 'administrative_fee':
    case 'investment_fee':
      return feePostings(accountId, amountMinor)
    case 'other':
      return otherPostings(accountId, amountMinor)
    case 'exclude':
      return excludePostings(accountId, amountMinor)
    case 'release':
      return excludedReleasePostings(accountId, amountMinor)
  }
}

/** How a batch stands: its state, or what became of its request. */
export const batchStatuses = [
  'waiting',
  'declined',
  'withdrawn',
  'applying',
  'applied',
  'reversing',
  'reversed',
] as const
export type BatchStatus = (typeof batchStatuses)[number]

export const batchStatusLabels = {
  waiting: 'Waiting for a second person',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  applying: 'Being posted',
  applied: 'Posted',
  reversing: 'Being reversed',
  reversed: 'Reversed',
} as const satisfies Record<BatchStatus, string>

export const batchSigns = {
  waiting: 'waiting',
  declined: 'refused',
  withdrawn: 'ended',
  applying: 'in-progress',
  applied: 'done',
  reversing: 'in-progress',
  reversed: 'ended',
} as const satisfies Record<BatchStatus, StatusSign>

export const lineStates = ['waiting', 'posted', 'left-out', 'reversed'] as const
export type LineState = (typeof lineStates)[number]

export const lineStateLabels = {
  waiting: 'Not posted yet',
  posted: 'Posted',
  'left-out': 'Left out',
  reversed: 'Reversed',
} as const satisfies Record<LineState, string>

export const lineSigns = {
  waiting: 'waiting',
  posted: 'done',
  'left-out': 'refused',
  reversed: 'ended',
} as const satisfies Record<LineState, StatusSign>
