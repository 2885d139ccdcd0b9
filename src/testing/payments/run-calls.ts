import { expect } from 'vitest'
import type { RunDetails } from '../../features/payments/payments.contract.ts'
import { jobsDone } from '../mailbox.ts'
import { pain002File, type Reported } from './bank-files.ts'
import type { PaymentFixture } from './payment-fixture.ts'

export type MadeRun = { runId: string; number: number; grantIds: string[]; references: string[] }

/** The requests of tests about whole runs of grants of 500.00, and what the bank reports about them. */
export function runCalls(world: PaymentFixture) {
  let reports = 0
  /** The next run, which takes these grants, up to this state. */
  const nextRun = async (grantIds: string[], state: 'released' | 'sent' = 'sent'): Promise<MadeRun> => {
    const runId = await world.createdRun()
    await world.calls.approve(runId, world.two)
    await world.calls.release(runId, world.one)
    if (state === 'sent') await world.calls.send(runId, world.one)
    await jobsDone(world.portal)
    const { runNumber, payments } = (await world.calls.read(runId, world.one)).reply
    expect(payments).toBe(grantIds.length)
    const references = await Promise.all(
      grantIds.map(async id => `GRANT-${(await world.grants.read(id, world.fund)).transactionId}`),
    )
    return { runId, number: runNumber, grantIds, references }
  }
  return {
    nextRun,
    /** A run of new grants to one charity. */
    runOf: async (count: number, state: 'released' | 'sent' = 'sent'): Promise<MadeRun> => {
      const charityId = await world.transferCharity()
      const grantIds: string[] = []
      for (let made = 0; made < count; made += 1) grantIds.push(await world.approved(charityId))
      return await nextRun(grantIds, state)
    },
    /** A report about a run; each call makes another file. */
    report: ({ number }: MadeRun, reported: Reported): string => {
      reports += 1
      return pain002File(number, reported, `REPORT-${reports}`)
    },
    states: async ({ grantIds }: MadeRun): Promise<string[]> =>
      await Promise.all(grantIds.map(async id => (await world.grants.read(id, world.fund)).state)),
    balances: async () => await world.grants.balances(world.fund),
    readRun: async ({ runId }: MadeRun): Promise<RunDetails> =>
      (await world.calls.read(runId, world.one)).reply,
    /** What was written about grants of the fund, and to their charities. */
    mails: async (): Promise<string[]> => {
      const { rows } = await world.portal.database.admin.query<{ subject: string }>(
        'select subject from outgoing_mail where account_id = $1 order by created_at, mail_id',
        [world.fund.accountId],
      )
      return rows.map(({ subject }) => subject)
    },
  }
}
