import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/session.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf } from '../../../testing/signing.ts'
import { outcome, refused, usersProgram } from '../../../testing/users-program.ts'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { listGrantQueue, setGrantOwner } from '../../grants/review/staff-grants.contract.ts'
import { endUserAccess } from '../access.contract.ts'
import {
  confirmRight,
  declineRight,
  endRight,
  type GivenRight,
  listWaitingRights,
  withdrawRight,
} from '../rights.contract.ts'
import { inviteUser } from '../users.contract.ts'

const { program, clock, colleague, give, decide, about, actionsOf, shown, events } = usersProgram()

describe('a joiner and a leaver', () => {
  test('is invited, gets rights at once or by two people, and loses all of it for good (§14)', async () => {
    const email = `ida-${randomUUID().slice(0, 8)}@npt.example`
    const invited = await program.portal.call(
      inviteUser,
      { body: commandOf({ firstName: 'Ida', lastName: 'Marsh', email, userId: '' }) },
      { as: program.one.session },
    )
    const { personId } = invited.reply
    const joiner = {
      user: { ...(await makeUser(program.portal.databases)), userId: personId, ssoId: email },
      session: program.one.session,
    }
    const session = async () =>
      program.portal.call(getSession, {}, { as: await program.portal.sessionFor(joiner.user) })
    expect((await session()).reply.actions).toEqual([])
    const again = await program.portal.call(
      inviteUser,
      { body: commandOf({ firstName: 'Eve', lastName: 'Marsh', email: email.toUpperCase(), userId: '' }) },
      { as: program.one.session },
    )
    expect(again.problem.errors).toEqual({ email: ['Somebody has this user ID already'] })

    expect((await give(joiner, { set: 'grants-reviewer' })).reply.state).toBe('active')
    expect(await actionsOf(joiner)).toContain('GRANT_APPROVE')
    const paying = await give(joiner, { set: 'payments' })
    expect(paying.reply.state).toBe('requested')
    expect(await actionsOf(joiner)).not.toContain('GRANT_PAY')
    const waiting = await program.portal.call(listWaitingRights, {}, { as: program.two.session })
    expect(waiting.reply.data).toMatchObject([
      { rightId: paying.reply.rightId, setTitle: 'Payments', isOwnRequest: false, decisionRefusal: null },
    ])
    expect(outcome(await decide(confirmRight, paying.reply.rightId, program.one))).toEqual(refused)
    expect((await decide(confirmRight, paying.reply.rightId, program.two)).reply.state).toBe('active')
    expect(await actionsOf(joiner)).toContain('GRANT_PAY')
    const { actions, rights } = await shown(joiner)
    expect(actions.find(({ action }) => action === 'GRANT_PAY')).toEqual({
      ...{ action: 'GRANT_PAY', rights: ['Payments'], roles: [] },
    })
    expect(rights.map(({ confirmed }) => confirmed?.name ?? null)).toEqual(['Duncan Second', null])

    const working = await program.portal.sessionFor(joiner.user)
    expect(
      (await program.portal.call(listGrantQueue, { query: { queue: 'to-approve' } }, { as: working })).status,
    ).toBe(200)
    const fund = await makeFund(program.portal)
    const grantId = await makeGrant(program.portal, fund)
    await program.portal.call(
      setGrantOwner,
      { params: { grantId }, body: commandOf({ ownerId: personId }) },
      { as: working },
    )
    const inHand = [{ what: 'grants that they own', count: 1 }]
    expect((await shown(joiner)).waiting).toEqual(inHand)
    const left = await about(endUserAccess, joiner, program.two, {
      reason: 'Left the trust',
      acceptsSmallerTeam: false,
    })
    expect(left.reply.sessions).toBeGreaterThan(0)
    expect([left.reply.waiting, (await shown(joiner)).waiting]).toEqual([inHand, inHand])
    expect((await program.portal.call(getSession, {}, { as: working })).status).toBe(401)
    expect(await shown(joiner)).toMatchObject({ access: 'none', actions: [], sessions: [] })
    expect((await give(joiner, { set: 'support' })).status).toBe(409)
    expect((await events(joiner)).map(({ kind }) => kind)).toEqual([
      ...['user-invited', 'right-given', 'right-requested', 'right-confirmed', 'access-ended'],
    ])
    expect((await events(joiner))[3]?.detail).toMatchObject({
      before: 'set grants-reviewer',
      after: 'set grants-reviewer; set payments',
    })
  })
})

describe('a right', () => {
  test('is given once for a key, and not to oneself, with foreign permissions, people or books', async () => {
    const person = await colleague()
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all([
      give(person, { set: 'support' }, program.one, { idempotencyKey }),
      give(person, { set: 'support' }, program.one, { idempotencyKey }),
    ])
    expect(second?.reply.rightId).toBe(first?.reply.rightId)
    expect((await shown(person)).rights).toHaveLength(1)
    expect((await give(await colleague(), { set: 'support' }, program.one, { idempotencyKey })).status).toBe(
      409,
    )
    expect(outcome(await give(program.one, { set: 'support' }))).toEqual(refused)
    expect((await give(person, { set: 'constructor' })).status).toBe(400)
    const editing = { role: 'content_editor' as const, actions: ['GRANT_PAY' as const], book: null }
    expect((await give(person, editing)).problem.detail).toContain('does not have GRANT_PAY')
    const serving = (book: string | null) => ({
      role: 'service_team' as const,
      actions: 'all' as const,
      book,
    })
    expect((await give(person, serving('rathbones'))).problem.errors).toEqual({
      book: ['Choose one of the books'],
    })
    expect((await give(person, serving(null))).problem.errors).toEqual({ book: ['Choose a book'] })
    expect((await give(await colleague({ realm: 'rathbones' }), { set: 'support' })).status).toBe(404)
    expect(await actionsOf(person)).not.toContain('GRANT_PAY')
  })

  test('is in force from its first day to the end of its last, by the client’s calendar', async () => {
    const person = await colleague()
    const from = '2026-11-23' as IsoDate
    await give(person, { set: 'support' }, program.one, { from, until: from })
    const at = async (instant: string) => {
      clock.set(instant)
      const does = await actionsOf(person)
      return does.includes('MAIL_RESEND')
    }
    expect(await at('2026-11-23T04:59:59Z')).toBe(false)
    expect(await at('2026-11-23T05:00:00Z')).toBe(true)
    expect(await at('2026-11-24T04:59:59Z')).toBe(true)
    expect(await at('2026-11-24T05:00:00Z')).toBe(false)
    clock.set('2026-11-20T15:00:00Z')
    expect(
      (await give(person, { set: 'support' }, program.one, { from, until: '2026-11-22' as IsoDate })).status,
    ).toBe(400)
  })

  test('that takes two people is confirmed, declined or withdrawn once, by whom it may be', async () => {
    const person = await colleague()
    const ask = async (given: GivenRight = { set: 'finance' }) => (await give(person, given)).reply.rightId
    const whole = { role: 'super_user' as const, actions: 'all' as const, book: null }
    const rightId = await ask(whole)
    expect(outcome(await decide(withdrawRight, rightId, program.two))).toEqual(refused)
    const both = await Promise.all([
      decide(confirmRight, rightId, program.two),
      decide(declineRight, rightId, program.three, { reason: 'Too much' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await decide(withdrawRight, await ask(), program.one)).reply.state).toBe('withdrawn')
    const own = (await give(program.three, { set: 'finance' }, program.one)).reply.rightId
    expect(outcome(await decide(confirmRight, own, program.three))).toEqual(refused)
    expect((await decide(declineRight, own, program.two, { reason: 'Not needed' })).reply.state).toBe(
      'declined',
    )
    expect((await decide(confirmRight, own, program.two)).status).toBe(409)
    const elsewhere = await makeStaff(program.portal, { realm: 'rathbones' })
    expect((await decide(confirmRight, await ask(), elsewhere)).status).toBe(404)
  })

  test('is not changed with a right that ended while the request waited, nor below one who manages users', async () => {
    const manager = await makeStaff(program.portal, { lastName: 'Brief' })
    const [right] = (await shown(manager)).rights
    const person = await colleague()
    const [ended, given] = await Promise.all([
      decide(endRight, right?.rightId ?? '', program.two, { reason: 'Moved', acceptsSmallerTeam: false }),
      give(person, { set: 'support' }, manager),
    ])
    expect(ended.status).toBe(200)
    // Either the right was given before it ended, or it was refused.
    const has = (await actionsOf(person)).includes('MAIL_RESEND')
    expect(given.status === 200).toBe(has)
    expect(outcome(await give(person, { set: 'content' }, manager))).toEqual(refused)
    expect(
      outcome(
        await decide(endRight, right?.rightId ?? '', manager, { reason: 'x', acceptsSmallerTeam: false }),
      ),
    ).toEqual(refused)
  })

  test('of the service team on all accounts of a book shows each of them, and no other book’s', async () => {
    const fund = await makeFund(program.portal)
    const elsewhere = await makeFund(program.portal, { book: 'rathbones' })
    const person = await colleague()
    await give(person, { role: 'service_team', actions: 'all', book: 'npt' })
    const as = await program.portal.sessionFor(person.user)
    const search = (keywords: string) => program.portal.call(searchAccounts, { query: { keywords } }, { as })
    expect((await search(String(fund.fundId))).reply.data.map(({ fundId }) => fundId)).toEqual([fund.fundId])
    expect((await search(String(elsewhere.fundId))).reply.data).toEqual([])
    expect(await actionsOf(person)).not.toContain('SUPER_DASHBOARD_VIEW')
    const { rights } = await shown(person)
    await decide(endRight, rights[0]?.rightId ?? '', program.one, {
      reason: 'Moved',
      acceptsSmallerTeam: false,
    })
    expect((await search(String(fund.fundId))).status).not.toBe(200)
  })
})
