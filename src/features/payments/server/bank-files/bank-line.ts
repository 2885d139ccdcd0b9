import { Problem } from '../../../../contract/problems.ts'

/**
 * One line of a bank file. `cleared`: the money reached the payee; `returned`: it came back; `change`: the bank knows other details
 * of the payee's account; `none`: nothing is final yet.
 */
export type BankLine = {
  /** Its place in the file, from 1. */
  line: number
  effect: 'cleared' | 'returned' | 'change' | 'none'
  /** What the line names: a payment's reference, a cheque's number, or a whole run. */
  names: { reference: string } | { chequeNumber: bigint } | { runNumber: number } | null
  /** In minor units; null where the file does not say it. */
  amountMinor: bigint | null
  /** The bank's reason as text: `R03 No account`. */
  detail: string
  /** The details that a notice of change corrects. */
  corrected?: { bank?: string; account?: string }
}

export type BankFile = { format: 'nacha' | 'camt.053' | 'pain.002'; lines: BankLine[] }

/** An invalid or incomplete file is refused as a whole. */
export const unreadable = (detail: string): Problem =>
  new Problem('validation', { detail, errors: { file: [detail] } })

export const maxLines = 50_000
