import { randomUUID } from 'node:crypto'
import { tasks } from '../app/server/jobs.ts'
import type { Client } from '../clients/client.ts'
import { npt } from '../clients/configuration/npt.ts'
import type { Clock } from '../domain/clock.ts'
import { dateOf } from '../domain/dates.ts'
import { listContributions, receiveContribution } from '../features/contributions/contributions.contract.ts'
import {
  bounceContribution,
  moveContribution,
  reverseContribution,
} from '../features/contributions/corrections.contract.ts'
import type { Payer } from '../features/contributions/domain/payer.ts'
import type { ReversalCategory } from '../features/contributions/domain/reversal.ts'
import { returnGrant, voidGrant } from '../features/grants/review/staff-commands.contract.ts'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  withdrawPostingRequest,
} from '../features/posting-requests/posting-requests.contract.ts'
import { portalOf } from '../server/heavy-work/requester.ts'
import { type JobWorker, startJobWorker } from '../server/jobs/worker.ts'
import { drawPdf } from '../server/pdf/draw-pdf.ts'
import { makeSealerPem } from '../server/signatures/seal/make-sealer.ts'
import { sealPdf } from '../server/signatures/seal/seal-pdf.ts'
import { readSealer, type Sealer } from '../server/signatures/seal/sealer.ts'
import { startTestApp, type TestApp } from './app.ts'
import type { TestClock } from './clock.ts'
import { makeExpectedContribution } from './factories/make-contribution-document.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from './factories/make-fund.ts'
import { makeGrant } from './factories/make-grant.ts'
import { grantCalls, returnOf } from './grants/grant-calls.ts'
import { payGrant } from './grants/pay-grant.ts'
import { jobSettings } from './jobs.ts'

/** npt asks for two people from $25,000 and for a step-up from $100,000. */
export const postingTime = '2026-03-16T15:00:00Z'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** A portal with jobs, a fund with a million dollars, and two people of the staff; `renew` gives each test its own. */
export type PostingWorld = {
  portal: TestApp
  clock: TestClock
  /** Null: receipts get no documents. */
  sealer: Sealer | null
  fund: MadeFund
  staff: Person
  other: Person
  renew(): Promise<void>
  stop(): Promise<void>
}

export async function startPostingWorld(
  clock: TestClock,
  {
    clients,
    filesReceipts = false,
  }: {
    clients?: Readonly<Record<string, Client>>
    /** Whether receipts get their sealed documents, which takes a while. */
    filesReceipts?: boolean
  } = {},
): Promise<PostingWorld> {
  const portal = await startTestApp({ clock, ...(clients && { clients }) })
  const { databases, documentFiles } = portal
  const sealer = filesReceipts
    ? readSealer(await makeSealerPem('Almoner test', clock.now()), 'The seal')
    : null
  if (sealer) await warmUp(sealer)
  const worker: JobWorker = await startJobWorker({
    ...{ databases, tasks, ...jobSettings, clock, sealer },
    documentFiles: filesReceipts ? documentFiles : null,
  })
  const world = {
    portal,
    clock,
    sealer,
    ...(await newPeople(portal)),
    renew: async () => {
      clock.set(postingTime)
      Object.assign(world, await newPeople(portal))
    },
    stop: async () => {
      await worker.stop()
      await portal.close()
    },
  }
  return world
}

/** The first document starts threads and loads libraries, which may take longer on a busy machine than a test waits for a job. */
async function warmUp(sealer: Sealer): Promise<void> {
  const createdAt = new Date(postingTime)
  const about = { client: npt, origin: '', versionOf: null, createdAt }
  const document = await drawPdf({ title: 'Warm-up', text: [], ...about }, portalOf(npt))
  const seal = { sealedBy: 'Almoner test', reason: 'Warm-up', at: createdAt }
  await sealPdf({ document, record: null }, seal, sealer, portalOf(npt))
}

const newPeople = async (portal: TestApp) => ({
  fund: await makeFund(portal, { balanceMinor: 1_000_000_00n }),
  staff: await makeStaff(portal),
  other: await makeStaff(portal),
})

/** The requests of tests about postings that may wait for a second person: `staff` enters them, `other` decides. */
export function postingCalls(
  world: Pick<PostingWorld, 'portal' | 'fund' | 'staff' | 'other'> & { clock: Clock },
) {
  const available = async () => (await grantCalls(world.portal).balances(world.fund)).availableMinor

  const approvedGrant = async (amountMinor: bigint) => {
    const approver = await makeStaff(world.portal)
    return await makeGrant(world.portal, world.fund, {
      amountMinor,
      approvedBy: approver,
      repeatConfirmed: true,
    })
  }
  async function paidGrant(amountMinor: bigint): Promise<string> {
    const grantId = await approvedGrant(amountMinor)
    await payGrant(world.portal, grantId, await makeStaff(world.portal))
    return grantId
  }
  const giveBack = (grantId: string, returnedMinor: bigint, as = world.staff, key: string = randomUUID()) =>
    world.portal.call(
      returnGrant,
      { params: { grantId }, body: command(returnOf(world.portal, { returnedMinor })) },
      { as: as.session, idempotencyKey: key },
    )
  const cancel = (grantId: string, as = world.staff) =>
    world.portal.call(
      voidGrant,
      { params: { grantId }, body: command({ reason: 'Asked for', message: 'Cancelled' }) },
      { as: as.session },
    )
  const waiting = async (as = world.other) =>
    (await world.portal.call(listPostingRequests, {}, { as: as.session })).reply.data.filter(
      ({ fundId }) => fundId === world.fund.fundId,
    )
  const requestId = async () => (await waiting())[0]?.requestId ?? ''
  /** The request of a batch or an entry, which belongs to no fund. */
  const requestOfSubject = async (subjectId: string) =>
    (await world.portal.call(listPostingRequests, {}, { as: world.other.session })).reply.data.find(
      each => each.subjectId === subjectId,
    )?.requestId ?? ''
  const confirm = (id: string, as = world.other, about: { client?: string; idempotencyKey?: string } = {}) =>
    world.portal.call(
      confirmPostingRequest,
      { params: { requestId: id }, body: command({}) },
      { as: as.session, ...about },
    )
  const decline = (id: string, as = world.other) =>
    world.portal.call(
      declinePostingRequest,
      { params: { requestId: id }, body: command({ note: 'The bank says otherwise' }) },
      { as: as.session },
    )
  const withdraw = (id: string, as = world.staff) =>
    world.portal.call(
      withdrawPostingRequest,
      { params: { requestId: id }, body: command({}) },
      { as: as.session },
    )
  const received = async (amountMinor: bigint, as = world.staff) => {
    const { contributionId } = await makeExpectedContribution(world.portal, world.fund, {
      at: world.clock.now(),
    })
    const day = dateOf(world.clock.now(), npt.timeZone)
    const answer = await world.portal.call(
      receiveContribution,
      {
        params: { fundId: world.fund.fundId, contributionId },
        body: command({ amountMinor, giftDate: day, effectiveDate: day }),
      },
      { as: as.session, fundId: world.fund.fundId },
    )
    return { contributionId, answer }
  }
  const reverse = (
    contributionId: string,
    as = world.staff,
    of = world.fund,
    category: ReversalCategory = 'mistake',
  ) =>
    world.portal.call(
      reverseContribution,
      {
        params: { fundId: of.fundId, contributionId },
        body: command({ category, reason: 'It was for another fund' }),
      },
      { as: as.session, fundId: of.fundId },
    )
  const bounce = (contributionId: string, as = world.staff, of = world.fund) =>
    world.portal.call(
      bounceContribution,
      { params: { fundId: of.fundId, contributionId }, body: command({ reason: 'Not sufficient funds' }) },
      { as: as.session, fundId: of.fundId },
    )
  const move = (
    contributionId: string,
    toFundId: number,
    as = world.staff,
    of = world.fund,
    payer: Payer | null = null,
  ) =>
    world.portal.call(
      moveContribution,
      {
        params: { fundId: of.fundId, contributionId },
        body: command({ reason: 'It was for another fund', toFundId, payer }),
      },
      { as: as.session, fundId: of.fundId },
    )
  const contribution = async (id: string) =>
    (
      await world.portal.call(listContributions, { query: { first: 500 } }, { as: world.staff.session })
    ).reply.data.find(({ contributionId }) => contributionId === id)
  return {
    available,
    approvedGrant,
    paidGrant,
    giveBack,
    cancel,
    waiting,
    requestId,
    requestOfSubject,
    confirm,
    decline,
    withdraw,
    received,
    reverse,
    bounce,
    move,
    contribution,
  }
}
