import type { Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../bank-files.contract.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { listAppliedFiles } from './bank-files.queries.ts'
import type { PaymentContext } from './payment-context.ts'

const shownFiles = 20

/** The latest applied files, with their lines that could not be applied. */
export async function listBankFiles(
  _input: unknown,
  { db }: PaymentContext,
): Promise<Reply<typeof contract.listBankFiles>> {
  const rows = await listAppliedFiles(db, shownFiles)
  return {
    data: rows.map(row => ({
      bankFileId: row.bank_file_id,
      fileName: row.file_name,
      // The table’s check constraint allows no other format.
      format: row.format as BankFile['format'],
      appliedAt: row.applied_at.toISOString(),
      appliedByName: row.applied_by_name,
      enteredByName: row.requested_by_name,
      lines: row.lines,
      done: row.done,
      failures: row.failures,
    })),
  }
}
