import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { BankNumbers } from '../../charity-profiles/domain/bank-numbers.ts'
import type { StatementFacts } from './bank-files/bank-line.ts'
import type { ChangeNotice } from './bank-files/change-notice.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import type { MatchedLine, NewBankLine } from './bank-lines.queries.ts'

/** The effect of one line on one payment. A line about a whole run has a row for each of its payments. */
export type PlannedLine = {
  line: number
  /**
   * `ask`: a person has to confirm it, else it does nothing; `booked`: the same movement was in an earlier file; `rejected`: the bank refused
   * the payment for a reason of ours; `done`: nothing is left to do.
   */
  effect:
    | 'cleared'
    | 'returned'
    | 'rejected'
    | 'change'
    | 'ask'
    | 'none'
    | 'booked'
    | 'done'
    | 'unknown'
    | 'refused'
  payment: NamedPayment | null
  reference: string | null
  amountMinor: bigint | null
  sentence: string
  /** A notice of change; of an earlier one, which is stored already, null. */
  notice: ChangeNotice | null
  /** Of a notice of change: why it may be about another payment, as a sentence. */
  doubt: string | null
  /** What a person confirms, as the label of its control; null for a line that the program decides. */
  question: string | null
  isConfirmed: boolean
  /** Of a return: what the donor reads, and what the bank calls it. */
  message: string | null
  bankReturn: { reference: string | null; on: IsoDate | null; isAnother: boolean } | null
  /** The stored line, or that which the file adds. */
  bankLineId: string | null
}

/** What a bank file changes: effects on payments, lines that are stored, runs that the bank refused. */
export type Plan = {
  lines: PlannedLine[]
  newLines: NewBankLine[]
  /** Stored lines that the file has again. */
  seenLines: string[]
  /** Stored lines of earlier files that nobody had matched, with what they are matched to now. */
  matchedLines: MatchedLine[]
  rejectedRuns: { runId: string; runNumber: number; reason: string }[]
  /** The statements of the file, and what is missing before one of them, as sentences. */
  statements: StatementFacts[]
  gaps: string[]
  /** How many of the statements no earlier file has. */
  newStatements: number
}

export type PlanSettings = {
  locale: string
  timeZone: string
  currency: Currency
  /** The account from which the sponsor pays grants, as bank lines name it. */
  bankAccount: string
  /** The lines that a person confirmed. */
  confirmed: ReadonlySet<number>
  /** Reads bank details of the realm by their ids: by id the numbers, or null if they cannot be decrypted. */
  readNumbers: (detailsIds: readonly string[]) => Promise<(detailsId: string) => BankNumbers | null>
}

/** Of a file without statements. */
export const withoutStatements: Pick<Plan, 'statements' | 'gaps' | 'newStatements'> = {
  statements: [],
  gaps: [],
  newStatements: 0,
}

/** What most lines do not have. */
export const emptyLine: Pick<
  PlannedLine,
  | 'payment'
  | 'reference'
  | 'amountMinor'
  | 'notice'
  | 'doubt'
  | 'question'
  | 'isConfirmed'
  | 'message'
  | 'bankReturn'
  | 'bankLineId'
> = {
  payment: null,
  reference: null,
  amountMinor: null,
  notice: null,
  doubt: null,
  question: null,
  isConfirmed: false,
  message: null,
  bankReturn: null,
  bankLineId: null,
}
