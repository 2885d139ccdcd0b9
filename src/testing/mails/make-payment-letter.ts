import { dateOf } from '../../domain/dates.ts'
import { makeCharity } from '../factories/make-charity.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { makeStaff } from '../factories/make-fund.ts'
import { makeGrant } from '../factories/make-grant.ts'
import { jobsDone } from '../mailbox.ts'
import { makeBankDetails, paymentCalls } from '../payments/payment-calls.ts'
import type { MailWorld } from './mail-world.ts'

export const payee = 'grants@charity.example'

/** A charity that is paid by transfer reads the letter about its grant. */
export async function makePaymentLetter({ portal, fund, staff, second }: MailWorld): Promise<void> {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, {
    default_payment_type_code: 16,
    payee_email: payee,
  })
  await makeBankDetails(portal, charityId, {
    confirmedAt: new Date(portal.clock.now().getTime() - 40 * 86_400_000),
  })
  await makeGrant(portal, fund, { charityId, amountMinor: 650_00n, approvedBy: await makeStaff(portal) })
  const calls = paymentCalls(portal)
  const { runId } = (await calls.collect(staff, 'eft', dateOf(portal.clock.now(), 'America/New_York'))).reply
  for (const step of [
    await calls.approve(runId, second),
    await calls.release(runId, staff),
    await calls.send(runId, staff),
  ])
    if (step.status !== 200) throw new Error(`a step of the run answered ${step.status}`)
  await jobsDone(portal)
}
