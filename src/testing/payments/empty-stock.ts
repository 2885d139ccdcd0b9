import type { TestApp } from '../app.ts'
import { withoutTriggers } from '../database/without-triggers.ts'

/** Takes a database back to books without boxes, cheques and runs that wait, so that each test has its own. */
export async function emptyStock({ database: { admin } }: Pick<TestApp, 'database'>): Promise<void> {
  for (const table of [
    'positive_pay_item',
    'positive_pay_file',
    'cheque_reprint',
    'cheque_number',
    'cheque_box',
  ])
    await withoutTriggers(admin, `delete from ${table}`)
  await withoutTriggers(admin, 'update payment set cheque_number = null')
  await withoutTriggers(
    admin,
    `update payment_run set state = 'cancelled', approved_at = null, approved_by = null, released_at = null, released_by = null,
      file_ciphertext = null, file_hash = null, file_name = null, key_id = null, data_key = null where state in ('created', 'approved')`,
  )
}
