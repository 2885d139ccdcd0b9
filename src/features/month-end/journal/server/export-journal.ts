import { createHash, randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { CloseContext } from '../../close/server/close-context.ts'
import { firstDayOf } from '../../domain/months.ts'
import { journalLines } from '../domain/journal.ts'
import type * as contract from '../journal.contract.ts'
import { storedSums } from '../journal.contract.ts'
import { insertExport, listKindNames, lockExports } from './journal.queries.ts'
import { readJournal } from './read-journal.ts'
import { writeJournal } from './write-journal.ts'

/**
 * Stores the journal of a month as a file, or what came since the last one. Without a difference it returns the last file, however often it is
 * asked for. Throws `conflict` for a month that is not over or has nothing to book.
 */
export async function exportJournal(
  { body }: HandlerInput<typeof contract.exportJournal>,
  context: CloseContext,
): Promise<Reply<typeof contract.exportJournal>> {
  const { month } = body.data.attributes
  const { book, client, clock, actor } = context
  return await inTransaction(context.db, async trx => {
    await lockExports(trx)
    const { ledger, exports, difference, refusal } = await readJournal(month, { ...context, db: trx })
    const last = exports.at(-1)
    if (last && difference.length === 0)
      return { exportId: last.export_id, fileName: last.file_name, digest: last.digest, isNew: false }
    if (refusal !== null || ledger === null) throw new Problem('conflict', { detail: refusal ?? '' })
    const names = await listKindNames(trx)
    const number = exports.length + 1
    const content = await writeJournal(journalLines(difference, ledger), {
      ...{ ledger, month, number, client, book: book.name },
      describe: ({ sum: { kind, isReversal } }) =>
        `${localEnglish(names.get(kind) ?? kind, client.locale)}${isReversal ? ', reversed' : ''}`,
    })
    const { userId, name } = personOf(actor)
    const stored = {
      export_id: randomUUIDv7(),
      file_name: `journal-${book.name}-${month}-${number}.csv`,
      digest: createHash('sha256').update(content).digest('hex'),
    }
    await insertExport(trx, {
      ...{ ...stored, month: firstDayOf(month), number, content },
      lines: JSON.stringify(z.encode(storedSums, difference)),
      ...{ exported_by: userId, exported_by_name: name, exported_at: clock.now() },
    })
    return { exportId: stored.export_id, fileName: stored.file_name, digest: stored.digest, isNew: true }
  })
}
