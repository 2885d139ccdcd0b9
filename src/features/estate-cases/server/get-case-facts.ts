import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import type * as contract from '../open-case.contract.ts'
import type { CaseContext } from './case-context.ts'
import {
  documentsOf,
  donorsOf,
  findAccountOfCase,
  fundsToReceive,
  lastSignaturesOf,
} from './case-facts.queries.ts'
import { openingViolation } from './show-cases.ts'

/** The choices for staff who open a case. Throws `not-found`. */
export async function getCaseFacts(
  { query: { fundId } }: HandlerInput<typeof contract.getCaseFacts>,
  { db, client }: CaseContext,
): Promise<Reply<typeof contract.getCaseFacts>> {
  const account = await findAccountOfCase(db, { fundId })
  if (!account) throw new Problem('not-found')
  const documents = await documentsOf(db, account.account_id)
  const signatures = await lastSignaturesOf(db, account.account_id)
  return {
    accountName: account.account_name,
    violation: await openingViolation(db, account),
    openedOn: account.opened_on,
    donors: (await donorsOf(db, account.account_id)).map(({ party_id: partyId, name }) => {
      const signedAt = signatures.get(partyId)
      return { partyId, name, signedOn: signedAt === undefined ? null : dateOf(signedAt, client.timeZone) }
    }),
    documents: documents.map(row => ({
      documentId: row.document_id,
      name: row.name,
      type: row.type,
      addedOn: dateOf(row.added_at, client.timeZone),
    })),
    funds: (await fundsToReceive(db, account.account_id)).map(row => ({
      fundId: Number(row.fund_id),
      accountName: row.account_name,
    })),
  }
}
