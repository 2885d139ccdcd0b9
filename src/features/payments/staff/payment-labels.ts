import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { AppliedFile } from '../bank-files.contract.ts'
import type { RunCommand } from '../domain/payment-run.ts'
import type { Run, RunDetails } from '../payments.contract.ts'

const formats: Readonly<Record<Run['format'], string>> = {
  nacha: 'NACHA file',
  bacs18: 'Bacs file (Standard 18)',
  'pain.001': 'ISO 20022 file (pain.001)',
  cheques: 'Register',
}
export const formatTitle = (format: Run['format']): string => formats[format]

const bankFileFormats: Readonly<Record<AppliedFile['format'], string>> = {
  nacha: 'NACHA returns',
  'camt.052': 'Report (camt.052)',
  'camt.053': 'Statement (camt.053)',
  'camt.054': 'Advice (camt.054)',
  'pain.002': 'Status report (pain.002)',
  arucs: 'Bacs returned credits (ARUCS)',
  awacs: 'Bacs wrong account advice (AWACS)',
  bai2: 'BAI2 statement',
  csv: 'CSV statement',
}
/** `Statement (camt.053)`: what the bank sent. */
export const bankFileFormatTitle = (format: AppliedFile['format']): string => bankFileFormats[format]

/** `12 payments`. */
export const paymentCount = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`)

const eventTitles: Readonly<Record<string, string>> = {
  created: 'Created',
  checked: 'Checked again',
  removed: 'Grants removed',
  approved: 'Approved',
  withdrawn: 'Approval withdrawn',
  released: 'File released',
  reprinted: 'Cheque reprinted',
  sent: 'Sent',
  rejected: 'Refused by the bank',
  cancelled: 'Cancelled',
}
export const eventTitle = (kind: string): string => inClientEnglish(eventTitles[kind] ?? kind)

/** What the page says after a command. */
export function doneSentence(command: RunCommand | 'remove' | 'create', run: RunDetails): string {
  switch (command) {
    case 'create':
      return `Run ${run.runNumber} was created with ${paymentCount(run.payments)}. Someone else must approve it.`
    case 'check':
      return run.problems === 0
        ? 'Everything in this run can be paid.'
        : `${paymentCount(run.problems)} cannot be made.`
    case 'remove':
      return 'Removed from this run, to wait for the next one.'
    case 'approve':
      return 'Approved. The file and the letters are ready.'
    case 'withdraw':
      return 'The approval was withdrawn, and the file was deleted.'
    case 'release':
      return 'You can download the file now. From now on, the bank may have it.'
    case 'reprint':
      return inClientEnglish(
        'The spoiled cheque is void, and another number replaces it. Print that cheque alone.',
      )
    case 'send':
      return 'Sent. The grants are being recorded as paid, and the donors are being notified.'
    case 'cancel':
      return inClientEnglish('The run was cancelled. Its grants wait for the next one.')
  }
}
