import { randomUUID } from 'node:crypto'
import { books } from '../../clients/clients.ts'
import {
  insertDocument,
  setDocumentState,
  startSending,
} from '../../features/contributions/server/contribution-documents.queries.ts'
import { insertContribution } from '../../features/contributions/server/contributions.queries.ts'
import type { TestApp } from '../app.ts'
import type { MadeAccount } from './make-account.ts'
import { pdfOf } from './make-file.ts'

type ContributionToMake = {
  kind?: 'cash' | 'securities'
  /** Who signs; default: a person without an account. */
  userId?: string
  name?: string
  /** Whether its document waits for a signature; default: the document is not prepared. */
  isPending?: boolean
  fileName?: string
  at?: Date
}

/** Enters a contribution, by default of 500.00 in cash, as the portal does, with its document if the test needs one. */
export async function makeExpectedContribution(
  { databases, signatures }: Pick<TestApp, 'databases' | 'signatures'>,
  { book, accountId }: Pick<MadeAccount, 'book' | 'accountId'>,
  about: ContributionToMake = {},
): Promise<{ contributionId: string; transactionId: number; documentId: string | null }> {
  const { userId = randomUUID(), name = 'Ada Finch', isPending = false, at = new Date() } = about
  const currency = books.find(each => each.name === book)?.currency ?? 'USD'
  return await databases
    .book(book)
    .transaction()
    .execute(async trx => {
      const entered = await insertContribution(trx, {
        accountId,
        content:
          about.kind === 'securities'
            ? { kind: 'securities', assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.5' }] }
            : { kind: 'cash', amountMinor: 500_00n },
        currency,
        needsCountersignature: false,
        enteredBy: { userId: randomUUID(), name: 'Prudence Gale', sessionId: null, address: null },
        at,
        idempotencyKey: randomUUID(),
      })
      if (!entered) throw new Error('the contribution was not created')
      if (!isPending) return { ...entered, documentId: null }
      const row = {
        contribution_id: entered.contributionId,
        account_id: accountId,
        kind: 'gift-agreement' as const,
        client: book,
        provider: 'quill',
        file_name: about.fileName ?? `Gift Agreement ${entered.transactionId}.pdf`,
        template_version: 0,
        content: JSON.stringify({ title: 'Gift Agreement', text: [] }),
        prepared_by: randomUUID(),
        prepared_by_name: 'Prudence Gale',
        prepared_at: at,
      }
      const signer = { signerId: userId, userId, name, email: 'ada@people.example', routingOrder: 1 }
      const documentId = await insertDocument(trx, row, [signer])
      if (documentId === null) throw new Error('the document was not created')
      await startSending(trx, documentId, at)
      const { envelopeId } = await signatures.provider.createEnvelope({
        requestKey: `contribution-document:${documentId}`,
        about: { kind: 'account', accountId },
        subject: row.file_name,
        document: { name: row.file_name, bytes: pdfOf() },
        signers: [signer],
      })
      await setDocumentState(trx, documentId, { from: 'preparing', to: 'pending', envelope_id: envelopeId })
      return { ...entered, documentId }
    })
}
