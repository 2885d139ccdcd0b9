import { tasks } from '../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../app.ts'
import type { TestClock } from '../clock.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import { makeCharity, registerOf } from '../factories/make-charity.ts'
import { makeCharityProfile } from '../factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../factories/make-fund.ts'
import { makeGrant } from '../factories/make-grant.ts'
import { grantCalls } from '../grants/grant-calls.ts'
import { jobSettings } from '../jobs.ts'
import { jobsDone } from '../mailbox.ts'
import { makeBankDetails, paymentCalls } from './payment-calls.ts'

/** When the tests about payments take place: before the cutoff of a banking day. */
export const paymentTime = { now: '2026-03-16T15:00:00Z', today: '2026-03-16' } as const

/** A portal with jobs, a fund, and three people of the staff of a client (default npt); `renew` gives each test its own. */
export type PaymentFixture = Awaited<ReturnType<typeof startPaymentWorld>>

export async function startPaymentWorld(clock: TestClock, realm = 'npt') {
  const portal: TestApp = await startTestApp({ clock })
  const worker: JobWorker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  const calls = paymentCalls(portal, realm)
  const people = await newPeople(portal, realm)
  const world = {
    portal,
    calls,
    grants: grantCalls(portal),
    /** Approves grants; collects runs; approves them. */
    ...people,
    renew: async () => {
      clock.set(paymentTime.now)
      // Each test has its own grants to collect.
      await withoutTriggers(
        portal.database.admin,
        `update grant_recommendation g set transaction_status_code = 7, outcome = 'voided' where transaction_status_code in (3, 4)`,
      )
      Object.assign(world, await newPeople(portal, realm))
    },
    /** A charity that is paid by transfer, with details that were confirmed then. */
    transferCharity: async (confirmedAt = '2026-03-01T12:00:00Z'): Promise<string> => {
      const { charityId } = await makeCharity(portal.databases, { register: registerOf(realm) })
      await makeCharityProfile(portal.databases, charityId, {
        realm,
        default_payment_type_code: 16,
        payee_email: 'grants@charity.example',
      })
      await makeBankDetails(portal, charityId, { realm, confirmedAt: new Date(confirmedAt) })
      return charityId
    },
    approved: async (charityId: string, amountMinor = 500_00n): Promise<string> =>
      await makeGrant(portal, world.fund, {
        charityId,
        amountMinor,
        approvedBy: world.approver,
        repeatConfirmed: true,
      }),
    createdRun: async (method: 'eft' | 'cheque' = 'eft'): Promise<string> =>
      (await calls.collect(world.one, method, paymentTime.today)).reply.runId,
    sent: async (): Promise<string> => {
      const runId = await world.createdRun()
      for (const step of [
        await calls.approve(runId, world.two),
        await calls.release(runId, world.one),
        await calls.send(runId, world.one),
      ])
        if (step.status !== 200) throw new Error(`a step of the run answered ${step.status}`)
      await jobsDone(portal)
      return runId
    },
    stop: async () => {
      await worker.stop()
      await portal.close()
    },
  }
  return world
}

type People = { fund: MadeFund; approver: Person; one: Person; two: Person }

const newPeople = async (portal: TestApp, realm: string): Promise<People> => ({
  fund: await makeFund(portal, { book: realm, balanceMinor: 200_000_00n }),
  approver: await makeStaff(portal, { realm, firstName: 'Ada', lastName: 'Approver' }),
  one: await makeStaff(portal, { realm, firstName: 'Carl', lastName: 'Collector' }),
  two: await makeStaff(portal, { realm, firstName: 'Petra', lastName: 'Payer' }),
})
