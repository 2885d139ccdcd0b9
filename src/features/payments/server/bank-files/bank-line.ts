import type { CsvColumns } from '../../../../clients/client.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import type { BankFilePlan } from '../../bank-files.contract.ts'
import type { ChangeNotice } from './change-notice.ts'
import type { NamedAccount } from './named-account.ts'

/** A status with the bank's reasons, of a file, of its payment information or of one transfer. */
export type ReportedStatus = { code: string | null; reasonCodes: string[]; detail: string }

export type ReportedTransfer = {
  /** The reference of the payment; null if it is none of ours. */
  reference: string | null
  /** What the bank wrote as the reference. */
  named: string
  amountMinor: bigint | null
  status: ReportedStatus
} & NamedEntry

/** What a bank says about the payment that it means, besides its reference and amount. */
export type NamedEntry = {
  /** The receiving account. Where money came back it may be the payer's or the payee's: it is one of these. */
  accounts?: readonly NamedAccount[]
  /** Of NACHA files: the trace number of the original entry. */
  originalTrace?: string
}

/** What a status report (pain.002) says, at each of its levels. */
export type StatusReport = {
  messageId: string | null
  createdOn: IsoDate | null
  /** The run of the original message and of each payment information; null for a name that is none of ours. */
  runs: (number | null)[]
  /** What the bank counted in the original message, where it says so. */
  payments: number | null
  sumMinor: bigint | null
  group: ReportedStatus
  /** Of the payment information, of which a run has one. */
  batches: ReportedStatus[]
  transfers: ReportedTransfer[]
}

/** An account of the sponsor. `bankCode`: its sort code or routing number; `csv`: how its bank writes statements as comma-separated values. */
export type StatementAccount = { bankCode: string; accountNumber: string; csv: CsvColumns | null }

/** How an account of the sponsor is stored: `601613/00000002`. */
export const accountId = ({ bankCode, accountNumber }: Omit<StatementAccount, 'csv'>): string =>
  `${bankCode}/${accountNumber}`

/** The account from which the sponsor pays grants. `others`: its other accounts, whose statements are read too. */
export type OwnAccount = StatementAccount & {
  currency: Currency
  others: readonly StatementAccount[]
  /** Of a book that pays by NACHA files: whom the bank knows as their sender. */
  companyId?: string
}

/** What a line names: a payment's reference, a cheque's number, or a whole run. */
export type Named = { reference: string } | { chequeNumber: bigint } | { runNumber: number }

/**
 * One line of a bank file. `cleared`: the money reached the payee; `returned`: it came back; `change`: the bank knows other details
 * of the payee's account; `none`: nothing is final yet.
 */
export type BankLine = {
  /** Its place in the file, from 1. */
  line: number
  effect: 'cleared' | 'returned' | 'change' | 'none'
  names: Named | null
  /** In minor units; null where the file does not say it. */
  amountMinor: bigint | null
  /** The bank's reason as text: `R03 No account`. */
  detail: string
  /** The bank's code for the reason of a return: `AC04`, `R03`. */
  reasonCode?: string | null
  /** Of a line that says what is wrong about the payee's account. */
  notice?: ChangeNotice
  /** Of a line about a whole statement: what a person has to confirm, or its lines are left out. */
  question?: string
  /** Of a line of such a statement: the line with the question. */
  dependsOn?: number
  /** What the bank booked. Lines without it tell something about a payment that is no movement of the account. */
  movement?: Movement
} & NamedEntry

/** A movement of the account, or a part of one. Its identity is described in docs/decisions/0050-bank-lines.md. */
export type Movement = {
  bookedOn: IsoDate
  isCredit: boolean
  isReversal: boolean
  amountMinor: bigint
  /** The entry in which it stands: parts of one entry share this object. */
  entry: Entry
  /** Counted among parts of the entry that are alike, from 1. */
  partPosition: number
  partReference: string | null
  endToEndId: string | null
  counterparty: string | null
  /** Whether the bank says that money came back, and not only that money came. */
  isReturn: boolean
  /** Whether a field of the bank names the payment, or only a text. */
  isNamedByText: boolean
  /** Why a person has to confirm that the named payment came back, as a sentence. */
  doubt?: string | null
  /** Why a person has to read it in the statement, as a sentence; null if nothing is unclear. */
  problem: string | null
}

export type Entry = {
  /** The account of the sponsor that moved (`accountId`). */
  bankAccount: string
  /** Which statement of the file: a statement lists each entry once. */
  statement: number
  isCredit: boolean
  amountMinor: bigint
  /** A reference that identifies the entry at the bank; null where the bank gave none. */
  reference: string | null
  parts: number
}

export type FileFormat = BankFilePlan['format']

/** Whether such a file has all that the bank booked; reports within the day and advices only announce it. */
export const isStatementFormat = (format: FileFormat): boolean => ['camt.053', 'bai2', 'csv'].includes(format)

/** What a statement of an account says about itself. A day or a balance that it does not say is null. */
export type StatementFacts = {
  bankAccount: string
  reference: string | null
  opensOn: IsoDate | null
  closedOn: IsoDate
  openingMinor: bigint | null
  closingMinor: bigint | null
  /** The line with the question whether it is our account; null if it is. */
  dependsOn: number | null
}

export type BankFile = {
  format: FileFormat
  lines: BankLine[]
  statements: StatementFacts[]
  /** What a status report says about the transfers of a run; it has no lines. */
  report?: StatusReport
}
export const maxLines = 100_000
