import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type Evidence, findCharityStatuses } from '../../charities/server/charity-status.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import { decidedCharityViolation, dueDiligenceViolation } from '../../grants/server/charity-violation.ts'
import { paymentStops } from '../../screening/server/payment-stops.ts'
import { paymentViolation } from '../domain/check-payment.ts'
import { type GrantToPay, listOfRun } from './facts.queries.ts'
import { type EncryptedDetails, type PayeeToUse, payeeToUse, readPayees, usableFrom } from './payee-facts.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import type { RunRecord } from './runs.queries.ts'

export type CheckedGrant = {
  grant: GrantToPay
  /** Why it cannot be paid, as a sentence; null where it can. */
  problem: string | null
  evidence: Evidence | null
  details: EncryptedDetails | null
  payee: PayeeToUse
}

type CheckSettings = {
  client: Client
  format: 'nacha' | 'bacs18' | 'pain.001' | 'cheques'
  method: PaymentMethod
  /** Whether the book writes cheques; otherwise it pays everything by transfer. */
  writesCheques: boolean
  /** When the run was approved; null before. */
  runApprovedAt: Date | null
  now: Date
}

/**
 * Checks grants for their payment with current data: their state and hold, their fund, their charity on the registers, the lists of
 * sanctions, and their payee. `realmDb` reads the bank details.
 */
export async function checkGrants(
  db: Kysely<DB>,
  realmDb: Kysely<DB>,
  grants: readonly GrantToPay[],
  { client, format, method, writesCheques, runApprovedAt, now }: CheckSettings,
): Promise<CheckedGrant[]> {
  const today = dateOf(now, client.timeZone)
  const charityIds = [...new Set(grants.map(({ charity_id }) => charity_id))]
  const statuses = await findCharityStatuses(db, charityIds, now)
  const payeeOf = await readPayees(realmDb, charityIds, { method, timeZone: client.timeZone })
  const stops = await paymentStops(
    db,
    grants.map(({ grant_id }) => grant_id),
    { book: client.book.name, approver: null },
  )
  const country = client.book.currency === 'USD' ? 'US' : 'GB'
  return grants.map(grant => {
    const charity = statuses.get(grant.charity_id)
    const charityPayee = payeeOf(grant.charity_id)
    const payee = payeeToUse(grant, { method, charity: charityPayee })
    const own = charityPayee.details
    const problem = paymentViolation(
      {
        method,
        amountMinor: grant.amount_minor,
        status: grant.transaction_status_code,
        fundStatus: grant.account_status,
        isOfCase: grant.case_id !== null,
        isOnHold: grant.is_on_hold,
        screeningStop: stops.get(grant.grant_id) ?? null,
        charityViolation:
          decidedCharityViolation(charity, grant.approval_evidence) ??
          (charity ? dueDiligenceViolation(charity, client) : null),
        payeeName: payee.name,
        payeeAddress: payee.address,
        bankDetails:
          own === null ? null : { country: own.country, usableFrom: usableFrom(own, client.timeZone) },
        hasOpenProposal: charityPayee.hasOpenDetails,
        payee: {
          isOpen: charityPayee.hasOpenChange,
          usableFrom: charityPayee.usableFrom,
          isOfMethod: !writesCheques || grant.pays_by_eft === (method === 'eft'),
          isUnconfirmed: payee.isUnconfirmed,
          isAfterApproval:
            runApprovedAt !== null && charityPayee.changes.some(({ at }) => at >= runApprovedAt),
        },
      },
      { format, country, today },
    )
    return {
      grant,
      problem,
      evidence: charity?.evidence ?? null,
      details: own,
      payee,
    }
  })
}

/** What a check reads of the request. */
export type CheckContext = Pick<PaymentContext, 'book' | 'client' | 'clock' | 'realmDb'>

export function checkSettings({ format, method }: RunRecord, context: CheckContext) {
  const { client, settings } = payerOf(context)
  return { client, format, method, writesCheques: settings.cheques }
}

/** The grants of a run that was approved and cannot be paid any more, each with the reason. */
export async function stoppedSinceApproval(
  db: Kysely<DB>,
  run: RunRecord,
  context: CheckContext,
): Promise<{ grant: GrantToPay; problem: string }[]> {
  const checked = await checkGrants(db, context.realmDb, await listOfRun(db, run.run_id), {
    ...checkSettings(run, context),
    runApprovedAt: run.approved_at,
    now: context.clock.now(),
  })
  return checked.flatMap(({ grant, problem }) => (problem === null ? [] : [{ grant, problem }]))
}
