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

/** The sponsor's own account. `bankCode`: its sort code or routing number. */
export type OwnAccount = {
  bankCode: string
  accountNumber: string
  currency: Currency
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
  /** Which statement of the file: a statement lists each entry once. */
  statement: number
  isCredit: boolean
  amountMinor: bigint
  /** A reference that identifies the entry at the bank; null where the bank gave none. */
  reference: string | null
  parts: number
}

export type FileFormat = BankFilePlan['format']

export type BankFile = {
  format: FileFormat
  lines: BankLine[]
  /** What a status report says about the transfers of a run; it has no lines. */
  report?: StatusReport
}
export const maxLines = 50_000
