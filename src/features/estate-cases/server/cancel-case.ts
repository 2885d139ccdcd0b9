import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { type CaseRow, updateCase } from './cases.queries.ts'
import { deathIdOf, lockAccountsOfDeath } from './deaths.queries.ts'
import { returnAccount } from './hold-account.ts'
import { cancelUnconfirmed } from './other-accounts.ts'
import { caseDetails } from './show-cases.ts'
import { syncDeathsAfter } from './sync-deaths.ts'

/**
 * Cancels a case that was opened in error, before money has left; with a death, the cases of the person's other accounts that nobody has
 * confirmed. Throws `conflict`, `not-found`.
 */
export async function cancelCase(
  { params: { caseId }, body }: HandlerInput<typeof contract.cancelCase>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, client } = context
  const { reason } = body.data.attributes
  const step = stepAuthor(context)
  await inTransaction(db, async trx => {
    await lockAccountsOfDeath(trx, caseId)
    const row = await lockOpen(trx, caseId)
    if (row.has_payouts)
      throw new Problem('conflict', { detail: 'Money has already been distributed in this case.' })
    if (row.state === 'distributing' && row.kind === 'death')
      throw new Problem('conflict', {
        detail:
          'The death is confirmed, and the donor has left the account. Please correct the people on the account first.',
      })
    if (row.kind === 'death') {
      await cancelUnconfirmed(trx, { deathId: deathIdOf(row), reason }, step)
      await syncDeathsAfter(context, row.account_id)
    } else {
      await updateCase(trx, caseId, { state: 'cancelled', ended_at: step.at })
      await recordStep(trx, step, { caseId, kind: 'cancelled', text: reason })
      const sentence = localEnglish('The case was cancelled', client.locale)
      await returnAccount(trx, row, `${sentence}: ${reason}`, step)
    }
  })
  return await caseDetails(db, caseId, context)
}

async function lockOpen(trx: Kysely<DB>, caseId: string): Promise<CaseRow> {
  try {
    return await lockInState(trx, caseId, 'opened')
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
    return await lockInState(trx, caseId, 'distributing')
  }
}
