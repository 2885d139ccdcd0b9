import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { acceptProposal, declineProposal, listProposalsToDecide } from '../proposal-review.contract.ts'
import { listProposals, proposeCharity, withdrawProposal } from '../proposals.contract.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
  staff = await makeStaff(portal)
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const proposed = async () =>
  (
    await portal.call(
      proposeCharity,
      {
        params: { fundId: fund.fundId },
        body: body({ name: 'Harbour Choir', town: 'Whitby', taxId: '', website: '', why: 'It sings.' }),
      },
      { as: fund.donor.session, idempotencyKey: randomUUID() },
    )
  ).reply.proposalId
const accept = (proposalId: string, charityId: string, as = staff.session) =>
  portal.call(
    acceptProposal,
    { params: { proposalId }, body: body({ charityId, message: 'It is on the register as that.' }) },
    { as },
  )
const decline = (proposalId: string, as = staff.session) =>
  portal.call(
    declineProposal,
    { params: { proposalId }, body: body({ message: 'It makes gifts to its members.' }) },
    { as },
  )
const seen = async (proposalId: string) =>
  (
    await portal.call(listProposals, { params: { fundId: fund.fundId } }, { as: fund.donor.session })
  ).reply.data.find(each => each.proposalId === proposalId)
const subjects = async (proposalId: string) => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query<{ subject: string }>(
    `select subject from outgoing_mail where cause like 'charity-proposal:' || $1 || ':%'`,
    [proposalId],
  )
  return rows.map(({ subject }) => subject)
}

test('an accepted proposal names a charity that can be chosen, and its donor is notified (§13)', async () => {
  const proposalId = await proposed()
  const { charityId } = await makeCharity(portal.databases)
  const waiting = await portal.call(listProposalsToDecide, {}, { as: staff.session })
  expect(waiting.reply.data.map(each => each.proposalId)).toContain(proposalId)
  expect((await accept(proposalId, charityId)).reply).toEqual({ proposalId, state: 'accepted' })
  expect(await seen(proposalId)).toMatchObject({
    state: 'accepted',
    charityId,
    message: 'It is on the register as that.',
    mayWithdraw: false,
  })
  expect(await subjects(proposalId)).toEqual(['NPT Giving: The charity you suggested can receive grants'])
  const left = await portal.call(listProposalsToDecide, {}, { as: staff.session })
  expect(left.reply.data.map(each => each.proposalId)).not.toContain(proposalId)
})

test('a charity that cannot receive grants, or that no register has, is not accepted', async () => {
  const proposalId = await proposed()
  const { charityId } = await makeCharity(portal.databases, { foundation: '04' })
  expect((await accept(proposalId, charityId)).problem.errors).toHaveProperty('charityId')
  expect((await accept(proposalId, 'US-EIN-999999998')).problem.errors).toHaveProperty('charityId')
  expect((await seen(proposalId))?.state).toBe('received')
})

test('a proposal is decided once under concurrent requests, and not after it was withdrawn', async () => {
  const proposalId = await proposed()
  const both = await Promise.all([decline(proposalId), decline(proposalId)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await subjects(proposalId)).toHaveLength(1)
  const taken = await proposed()
  await portal.call(
    withdrawProposal,
    { params: { fundId: fund.fundId, proposalId: taken }, body: body({}) },
    { as: fund.donor.session },
  )
  expect((await decline(taken)).status).toBe(409)
})

test('refuses decisions by donors, auditors and other sponsors', async () => {
  const proposalId = await proposed()
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  for (const session of [fund.donor.session, auditor.session])
    expect((await decline(proposalId, session)).problem.type).toMatch(/access-denied$/)
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  expect((await decline(proposalId, elsewhere.session)).status).toBe(404)
})
