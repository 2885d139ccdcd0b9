import { randomUUID } from 'node:crypto'
import { clients } from '../../src/clients/clients.ts'
import { advanceDocument } from '../../src/features/contributions/server/advance-document.ts'
import { insertDocument } from '../../src/features/contributions/server/contribution-documents.queries.ts'
import { insertContribution } from '../../src/features/contributions/server/contributions.queries.ts'
import { signersFor } from '../../src/features/contributions/server/signers.ts'
import { addJob } from '../../src/server/jobs/add-job.ts'
import type { ClientName } from '../fixtures.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase } from './make-person.ts'

/** Enters contributions of a donor and prepares their documents; the running program creates the envelopes. */
export async function makePendingDocuments(
  client: ClientName,
  { accountId }: MadeDonor,
  { count = 1, needsCountersignature = false } = {},
): Promise<number[]> {
  const transactionIds: number[] = []
  await inDatabase(async databases => {
    const settings = clients[client]
    if (!settings) throw new Error(`there is no client ${client}`)
    const db = databases.book(client)
    const signers = await signersFor(db, accountId, { client: settings, needsCountersignature })
    for (let index = 0; index < count; index += 1)
      await db.transaction().execute(async trx => {
        const at = new Date()
        const entered = await insertContribution(trx, {
          accountId,
          content: { kind: 'cash', amountMinor: 5_000_00n },
          currency: settings.book.currency,
          needsCountersignature,
          enteredBy: { userId: randomUUID(), name: 'Prudence Gale', sessionId: null, address: null },
          at,
          idempotencyKey: randomUUID(),
        })
        if (!entered) throw new Error('the contribution was not created')
        const { contributionId, transactionId } = entered
        const text = [
          { kind: 'paragraph', children: [{ kind: 'text', text: 'We give this and do not take it back.' }] },
        ]
        const documentId = await insertDocument(
          trx,
          {
            contribution_id: contributionId,
            account_id: accountId,
            kind: 'gift-agreement',
            client,
            provider: 'embedded',
            file_name: `Gift Agreement ${transactionId}.pdf`,
            template_version: 0,
            content: JSON.stringify({ title: 'Gift Agreement', text }),
            prepared_by: randomUUID(),
            prepared_by_name: 'Prudence Gale',
            prepared_at: at,
          },
          signers,
        )
        if (documentId === null) throw new Error('the document was not created')
        await addJob(trx, advanceDocument, { documentId }, { key: documentId })
        transactionIds.push(transactionId)
      })
    const waiting = async () => {
      const rows = await db
        .selectFrom('contribution_document')
        .select('state')
        .where('account_id', '=', accountId)
        .where('state', '=', 'preparing')
        .execute()
      return rows.length
    }
    // The worker of the running program needs a moment.
    for (let attempt = 0; (await waiting()) > 0; attempt += 1) {
      if (attempt > 200) throw new Error('the envelopes were not created')
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  })
  return transactionIds
}
