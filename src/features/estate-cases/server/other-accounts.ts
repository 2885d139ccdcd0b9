import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import { recordStep, type StepAuthor } from './case-context.ts'
import { insertCase, updateCase } from './cases.queries.ts'
import { accountsWithoutCase, unconfirmedCases } from './deaths.queries.ts'
import { holdAccount, returnAccount } from './hold-account.ts'

/** A death as it was reported. */
export type ReportedDeath = {
  /** The case with which it was reported, and its number. */
  deathId: string
  number: bigint
  partyId: string
  personName: string
  diedOn: IsoDate
  /** Null in a book that does not have the certificate. */
  documentId: string | null
  reason: string
}

/**
 * Opens a case for each account of the book of which a person who died is a donor and which has none, and holds the account. The caller
 * has locked the accounts. Repeating it opens nothing twice.
 */
export async function openOtherCases(trx: Kysely<DB>, death: ReportedDeath, step: StepAuthor): Promise<void> {
  const { author, at } = step
  for (const { account_id: accountId, account_status: before } of await accountsWithoutCase(trx, death)) {
    const caseId = randomUUIDv7()
    await insertCase(trx, {
      case_id: caseId,
      account_id: accountId,
      kind: 'death',
      opened_with: death.deathId,
      party_id: death.partyId,
      person_name: death.personName,
      died_on: death.diedOn,
      document_id: death.documentId,
      reason: death.reason,
      status_before: before,
      opened_by: author.userId,
      opened_by_name: author.name,
      opened_at: at,
    })
    await holdAccount(trx, accountId, 'death', step)
    const text = `With case ${death.number}: ${death.reason}`
    await recordStep(trx, step, { caseId, kind: 'opened', text })
  }
}

/** Cancels the cases of a death that nobody has confirmed; their accounts return. The caller has locked the accounts. */
export async function cancelUnconfirmed(
  trx: Kysely<DB>,
  { deathId, reason }: { deathId: string; reason: string },
  step: StepAuthor,
): Promise<void> {
  for (const row of await unconfirmedCases(trx, deathId)) {
    await updateCase(trx, row.case_id, { state: 'cancelled', ended_at: step.at })
    await recordStep(trx, step, { caseId: row.case_id, kind: 'cancelled', text: reason })
    const sentence = localEnglish('The case was cancelled', step.client.locale)
    await returnAccount(trx, row, `${sentence}: ${reason}`, step)
  }
}
