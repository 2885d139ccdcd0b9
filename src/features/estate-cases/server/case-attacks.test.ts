import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { ubs } from '../../../clients/configuration/ubs.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let fund: MadeFund
let calls: ReturnType<typeof caseCalls>

/** Shares without a recipient go to the fund that this client names. */
const heirs = { ...npt, name: 'heirs', defaultSuccessorFundId: null as number | null }

beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, ubs, heirs } })
  calls = caseCalls(portal, () => ({ one, two }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  fund = await makeFund(portal, { balanceMinor: 1_000_00n })
  await makeLegacyPlan(portal, fund, [
    { name: 'Wanda Reed', shareHundredths: 6_000, email: 'wanda@people.example' },
    { name: 'Ann Finch', shareHundredths: 4_000, email: 'ann@people.example' },
  ])
})

const confirmed = async () => {
  const { caseId, shares } = await calls.confirmedDeath(fund)
  return { caseId, shareId: shares[0]?.shareId ?? '', otherId: shares[1]?.shareId ?? '' }
}

describe('a case', () => {
  test('does not exist for another book: every step returns 404 and changes nothing', async () => {
    const { caseId, shareId } = await confirmed()
    const stranger = await makeStaff(portal, { realm: 'ubs' })
    expect(await calls.list(stranger)).toEqual([])
    const answers = [
      await calls.confirm(caseId, stranger),
      await calls.cancel(caseId, stranger),
      await calls.distribute(caseId, stranger),
      await calls.release(caseId, 1n, undefined, stranger),
      await calls.handOver(caseId, stranger),
      await calls.close(caseId, stranger),
      await calls.invite(caseId, shareId, stranger),
      await calls.redirect({ caseId, shareId }, {}, stranger),
      await calls.confirmRedirection({ caseId, shareId, redirectionId: crypto.randomUUID() }, stranger),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await calls.show(caseId)).events.map(({ kind }) => kind)).toEqual(['opened', 'confirmed'])
  })

  test('names a donor and a document of its own account, and a day that has been', async () => {
    const other = await makeFund(portal)
    const good = {
      kind: 'death' as const,
      fundId: fund.fundId,
      partyId: await calls.partyOf(fund, fund.donor.user.userId),
      diedOn: '2026-02-20' as never,
      isDayConfirmed: false,
      documentId: await calls.document(fund, 'Death certificate'),
      reason: 'They called',
      shares: [],
    }
    const fieldOf = async (changed: object) =>
      Object.keys((await calls.open({ ...good, ...changed })).problem.errors ?? {})
    expect(await fieldOf({ partyId: await calls.partyOf(other, other.donor.user.userId) })).toEqual([
      'partyId',
    ])
    expect(await fieldOf({ documentId: await calls.document(other, 'Death certificate') })).toEqual([
      'documentId',
    ])
    expect(await fieldOf({ diedOn: '2019-03-03' })).toEqual(['isDayConfirmed'])
    expect(await fieldOf({ diedOn: '2026-03-17' })).toEqual(['diedOn'])
    expect((await calls.open({ ...good, fundId: 99_999_998 })).status).toBe(404)
    const early = { ...good, diedOn: '2019-03-03' as never, isDayConfirmed: true }
    expect((await calls.open(early)).status).toBe(200)
    expect((await calls.open(good)).problem.detail).toMatch(/is open/)
  })

  test('is created once by concurrent requests, with one key or two', async () => {
    const key = crypto.randomUUID()
    const documentId = await calls.document(fund, 'Death certificate')
    const openDeath = () => calls.openDeath(fund, { key, documentId })
    const same = await Promise.all([openDeath(), openDeath()])
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    const other = await makeFund(portal)
    const two = await Promise.all([calls.openDeath(other), calls.openDeath(other)])
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(
      (await calls.list()).filter(({ fundId }) => [fund.fundId, other.fundId].includes(fundId)),
    ).toHaveLength(2)
  })

  test('is confirmed once, and pays each share once, under concurrent requests', async () => {
    const { caseId } = (await calls.openDeath(fund)).reply
    const three = await makeStaff(portal)
    const both = await Promise.all([calls.confirm(caseId), calls.confirm(caseId, three)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [share] = (await calls.show(caseId)).shares
    await calls.accept(await calls.linkOf(fund, share?.shareId ?? ''))
    const paid = await Promise.all([calls.distribute(caseId), calls.distribute(caseId, two)])
    expect(paid.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await calls.show(caseId)).shares[0]?.paidMinor).toBe(600_00n)
  })

  test('requires the permission and a step-up', async () => {
    const { caseId } = (await calls.openDeath(fund)).reply
    const advisor = await makePersonOf(portal, fund, 'primary_advisor')
    expect((await calls.confirm(caseId, advisor)).problem.title).toBe('Access denied.')
    const reader = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await calls.confirm(caseId, reader)).problem.title).toBe('Access denied.')
    expect((await calls.show(caseId, reader)).commands.confirm).toMatch(/do not have access/)
    clock.advance(10 * 60 * 1000)
    for (const answer of [
      await calls.confirm(caseId),
      await calls.distribute(caseId),
      await calls.openDeath(fund),
    ])
      expect(answer.problem.type).toContain('step-up-needed')
  })

  test('refuses confirmation by the person who opened it and changes of its history, in the database too', async () => {
    const { caseId } = (await calls.openDeath(fund)).reply
    const { admin } = portal.database
    await expect(
      admin.query(
        `update estate_case set state = 'distributing', confirmed_by = opened_by, confirmed_by_name = 'x', confirmed_at = now()
         where case_id = $1`,
        [caseId],
      ),
    ).rejects.toMatchObject({ constraint: 'confirmed_by_another' })
    await expect(admin.query('delete from estate_event where case_id = $1', [caseId])).rejects.toThrow()
  })
})

test('a share without a recipient goes to the client’s default fund (docs/clients.md)', async () => {
  const named = await makeFund(portal, { accountName: 'The Heirs Fund' })
  heirs.defaultSuccessorFundId = named.fundId
  one = { ...one, session: await portal.sessionFor(one.user, { client: 'heirs' }) }
  const { caseId, shareId } = await confirmed()
  await calls.decline(await calls.linkOf(fund, shareId))
  const { shares } = (await calls.redirect({ caseId, shareId })).reply
  expect(shares[0]?.redirection?.toName).toBe('The Heirs Fund')
})

describe('a successor’s link', () => {
  test('opens only its own share, expires, is replaced by the next link, and shows nothing about others', async () => {
    const { shareId, otherId } = await confirmed()
    const token = await calls.linkOf(fund, shareId)
    await calls.linkOf(fund, otherId)
    const seen = (await calls.openLink(token)).reply
    expect(
      JSON.stringify(seen, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/Ann Finch|people\.example/)
    expect((await calls.openLink(token, 'ubs')).status).toBe(404)
    const next = await calls.linkOf(fund, shareId)
    expect((await calls.openLink(token)).status).toBe(404)
    clock.advance(61 * 86_400_000)
    expect((await calls.openLink(next)).status).toBe(404)
    expect((await calls.accept(next)).status).toBe(404)
  })

  test('opens one fund for concurrent acceptances; of an acceptance and a decline, one succeeds', async () => {
    const { caseId, shareId, otherId } = await confirmed()
    const [token, other] = [await calls.linkOf(fund, shareId), await calls.linkOf(fund, otherId)]
    const before = await fundCount()
    const both = await Promise.all([calls.accept(token), calls.accept(token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await fundCount()).toBe(before + 1)
    const answers = await Promise.all([calls.accept(other), calls.decline(other)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await calls.show(caseId)).shares[1]?.state).toMatch(/^(ready|declined)$/)
  })

  test('is invalid after staff redirected the share', async () => {
    const { caseId, shareId } = await confirmed()
    const token = await calls.linkOf(fund, shareId)
    await calls.decline(token)
    const { shares } = (await calls.redirect({ caseId, shareId })).reply
    await calls.confirmRedirection({
      caseId,
      shareId,
      redirectionId: shares[0]?.redirection?.redirectionId ?? '',
    })
    expect((await calls.accept(token)).status).toBe(404)
    expect((await calls.openLink(token)).status).toBe(404)
  })
})

const fundCount = async (): Promise<number> =>
  (await portal.database.admin.query<{ count: number }>('select count(*)::int as count from fund_account'))
    .rows[0]?.count ?? 0
