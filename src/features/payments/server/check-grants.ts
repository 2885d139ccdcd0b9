import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { bankDetailsWaitDays } from '../../charities/domain/bank-numbers.ts'
import { type Evidence, findCharityStatuses } from '../../charities/server/charity-status.ts'
import { decidedCharityViolation } from '../../grants/server/charity-violation.ts'
import { paymentViolation } from '../domain/check-payment.ts'
import type { PaymentMethod } from '../domain/payment-run.ts'
import { type GrantToPay, listBankDetails } from './facts.queries.ts'

/** The encrypted details in use of a charity. */
type EncryptedDetails = Awaited<ReturnType<typeof listBankDetails>>[number]

export type CheckedGrant = {
  grant: GrantToPay
  /** Why it cannot be paid, as a sentence; null where it can. */
  problem: string | null
  evidence: Evidence | null
  details: EncryptedDetails | null
}

type CheckSettings = {
  client: Client
  format: 'nacha' | 'bacs18' | 'pain.001' | 'cheques'
  method: PaymentMethod
  now: Date
}

/**
 * Checks grants for their payment with current data: their state and hold, their fund, their charity on the registers, and
 * their payee. `realmDb` reads the bank details.
 */
export async function checkGrants(
  db: Kysely<DB>,
  realmDb: Kysely<DB>,
  grants: readonly GrantToPay[],
  { client, format, method, now }: CheckSettings,
): Promise<CheckedGrant[]> {
  const today = dateOf(now, client.timeZone)
  const charityIds = [...new Set(grants.map(({ charity_id }) => charity_id))]
  const details = method === 'eft' ? await listBankDetails(realmDb, charityIds) : []
  const statuses = await findCharityStatuses(db, charityIds, now)
  const inUse = new Map(
    details.filter(({ state }) => state === 'confirmed').map(each => [each.charity_id, each]),
  )
  const proposed = new Set(
    details.filter(({ state }) => state === 'proposed').map(({ charity_id }) => charity_id),
  )
  const country = client.book.currency === 'USD' ? 'US' : 'GB'
  return grants.map(grant => {
    const charity = statuses.get(grant.charity_id)
    const own = inUse.get(grant.charity_id) ?? null
    const problem = paymentViolation(
      {
        method,
        amountMinor: grant.amount_minor,
        status: grant.transaction_status_code,
        fundStatus: grant.account_status,
        isOfCase: grant.case_id !== null,
        isOnHold: grant.is_on_hold,
        charityViolation: decidedCharityViolation(charity, grant.approved_on_reason),
        payeeName: grant.payee_name,
        payeeAddress: grant.payee_address,
        bankDetails:
          own === null ? null : { country: own.country, usableFrom: usableFrom(own, client.timeZone) },
        hasOpenProposal: proposed.has(grant.charity_id),
      },
      { format, country, today },
    )
    return { grant, problem, evidence: charity?.evidence ?? null, details: own }
  })
}

/** Confirmed details have their day; none are used on the day of the confirmation or the two after it. */
const usableFrom = ({ decided_at }: EncryptedDetails, timeZone: string): IsoDate =>
  addDays(dateOf(decided_at ?? new Date(0), timeZone), bankDetailsWaitDays)
