import { beforeAll, describe, expect, test } from 'vitest'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { outcome, refused, usersProgram } from '../../../testing/users-program.ts'
import {
  confirmResumption,
  declineResumption,
  endUserAccess,
  listResumptions,
  resumeAccess,
  suspendAccess,
} from '../access.contract.ts'
import { confirmRight, endRight, withdrawRight } from '../rights.contract.ts'
import { getTeam } from '../users.contract.ts'

const { program, colleague, give, decide, about, actionsOf, shown, events } = usersProgram()
const reason = 'Is back'

/** A person who can move money, suspended. */
async function suspendedPayer(): Promise<Person> {
  const person = await colleague()
  const { rightId } = (await give(person, { set: 'payments' })).reply
  await decide(confirmRight, rightId, program.two)
  expect((await about(suspendAccess, person, program.one, { reason: 'A doubt' })).status).toBe(200)
  return person
}
const ask = (person: Person, as: Person = program.one) => about(resumeAccess, person, as, { reason })
const confirm = (person: Person, as: Person) => about(confirmResumption, person, as, {})
const decline = (person: Person, as: Person) => about(declineResumption, person, as, { reason: 'Not yet' })
const accessOf = async (person: Person) => (await shown(person)).access

describe('a suspended person whose rights take two people', () => {
  test('is let in by a second person, neither by who asked nor by themselves', async () => {
    const person = await suspendedPayer()
    expect((await ask(person)).reply.state).toBe('requested')
    expect(await accessOf(person)).toBe('suspended')
    expect((await ask(person, program.two)).status).toBe(409)
    const { reply } = await program.portal.call(listResumptions, {}, { as: program.two.session })
    expect(reply.data).toMatchObject([{ personId: person.user.userId, asked: { name: 'Una First' } }])
    expect((await shown(person, program.one)).resumption?.decisionRefusal).toMatch(/someone else/)
    expect((await shown(person, program.two)).resumption?.decisionRefusal).toBeNull()
    expect(outcome(await confirm(person, program.one))).toEqual(refused)
    expect((await confirm(person, program.two)).status).toBe(200)
    expect(await actionsOf(person)).toContain('GRANT_PAY')
    expect((await confirm(person, program.two)).status).toBe(409)
    expect((await events(person)).map(({ kind }) => kind).slice(-2)).toEqual([
      ...['access-resumption-requested', 'access-resumed'],
    ])
  })

  test('stays out when it is declined or withdrawn, and when their access ends meanwhile', async () => {
    const person = await suspendedPayer()
    await ask(person)
    expect((await decline(person, program.two)).status).toBe(200)
    expect((await confirm(person, program.two)).status).toBe(409)
    await ask(person)
    expect((await decline(person, program.one)).status).toBe(200)
    await ask(person)
    const attributes = { reason: 'Left', acceptsSmallerTeam: false }
    expect((await about(endUserAccess, person, program.two, attributes)).status).toBe(200)
    expect((await confirm(person, program.three)).status).toBe(409)
    expect(await accessOf(person)).toBe('none')
    const { reply } = await program.portal.call(listResumptions, {}, { as: program.two.session })
    expect(reply.meta.total).toBe(0)
  })

  test('is not let in alone by suspending the right first in the review, nor by people of another realm', async () => {
    const person = await suspendedPayer()
    await program.portal.database.admin.query(
      `update user_role set state = 'suspended', suspended_at = now() where user_id = $1`,
      [person.user.userId],
    )
    expect((await ask(person)).reply.state).toBe('requested')
    const elsewhere = await makeStaff(program.portal, { realm: 'rathbones' })
    expect((await confirm(person, elsewhere)).status).toBe(404)
    expect((await decline(person, elsewhere)).status).toBe(404)
    expect(await accessOf(person)).toBe('suspended')
  })

  test('is let in by a command alone only where no one else manages users, or with --force', async () => {
    const realm = 'tolleson'
    const only = await makeStaff(program.portal, { realm })
    const payer = await makeStaff(program.portal, {
      realm,
      roles: [{ role: 'super_user', actions: ['GRANT_PAY'] }],
    })
    await about(suspendAccess, payer, only, { reason: 'A doubt' })
    expect((await about(resumeAccess, payer, only, { reason })).problem.detail).toContain('resume-access')
    const run = (...more: string[]) =>
      runCommand(program.portal.database, 'tools/resume-access.ts', [
        ...[
          '--realm',
          realm,
          '--user-id',
          payer.user.ssoId,
          '--by',
          only.user.ssoId,
          '--reason',
          reason,
          ...more,
        ],
      ])
    expect(run().stdout).toBe('The person can log in again.\n')
    expect((await events(payer)).at(-1)).toMatchObject({
      kind: 'access-resumed',
      detail: { by: 'npm run resume-access', 'second person': 'waived' },
    })
  })
})

describe('two people at one user at once', () => {
  /** What two calls answered, the one that worked first. */
  const both = async (...calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted()
  const requested = async () => {
    const person = await colleague()
    return { person, rightId: (await give(person, { set: 'payments' })).reply.rightId }
  }
  const ending = { reason: 'Too much', acceptsSmallerTeam: false }

  test('confirm and withdraw, confirm and end: one happens, and the right is what it says', async () => {
    const withdrawn = await requested()
    expect(
      await both(
        decide(confirmRight, withdrawn.rightId, program.two),
        decide(withdrawRight, withdrawn.rightId, program.one),
      ),
    ).toEqual([200, 409])
    const state = (await shown(withdrawn.person)).rights[0]?.state
    expect((await actionsOf(withdrawn.person)).includes('GRANT_PAY')).toBe(state === 'active')

    // A right that was confirmed may end, so both may happen; what has ended is not confirmed.
    const ended = await requested()
    const [confirmed] = await Promise.all([
      decide(confirmRight, ended.rightId, program.two),
      decide(endRight, ended.rightId, program.three, ending),
    ])
    expect([200, 409]).toContain(confirmed?.status)
    expect((await shown(ended.person)).rights[0]?.state).toBe('ended')
    expect(await actionsOf(ended.person)).toEqual([])
  })

  test('confirm twice, ask twice, confirm and decline, suspend and confirm: none leaves half of it', async () => {
    const twice = await requested()
    const statuses = await both(
      decide(confirmRight, twice.rightId, program.two),
      decide(confirmRight, twice.rightId, program.three),
    )
    expect(statuses).toEqual([200, 409])

    const person = await suspendedPayer()
    expect(await both(ask(person, program.one), ask(person, program.two))).toEqual([200, 409])
    expect(await both(confirm(person, program.three), decline(person, program.three))).toEqual([200, 409])

    const shutOut = await requested()
    await both(
      about(suspendAccess, shutOut.person, program.two, { reason: 'A doubt' }),
      decide(confirmRight, shutOut.rightId, program.three),
    )
    // Whichever comes first: the right waits for them, and not even a session that was left would let them use it.
    expect(await accessOf(shutOut.person)).toBe('suspended')
    const as = await program.portal.sessionFor(shutOut.person.user)
    const used = await program.portal.call(listResumptions, {}, { as })
    expect(used.problem).toMatchObject({ title: 'Access denied.' })
  })
})

describe('the smallest team', () => {
  const realm = 'glenmede'
  let first: Person
  let second: Person
  beforeAll(async () => {
    first = await makeStaff(program.portal, { realm, firstName: 'Ada', lastName: 'Finch' })
    second = await makeStaff(program.portal, { realm, firstName: 'Ben', lastName: 'Marsh' })
  })
  const team = async () => (await program.portal.call(getTeam, {}, { as: first.session })).reply
  const countBelow = async () =>
    (await program.portal.call(countStaffQueues, {}, { as: first.session })).reply.data['steps-below-team']

  test('is said, and kept until it is accepted that fewer people can do a step', async () => {
    expect(await team()).toMatchObject({ meta: { below: 0 } })
    expect((await team()).data).toContainEqual({
      ...{ action: 'USER_MANAGE', minimum: 2, people: ['Ada Finch', 'Ben Marsh'] },
    })
    const { rights, missingWithout } = await shown(second, first)
    const [right] = rights
    const sentence = 'Only 1 person could then pay grants; there should be at least 2.'
    expect(missingWithout.person).toContain(sentence)
    expect(missingWithout.rights).toMatchObject([
      { rightId: right?.rightId, missing: expect.arrayContaining([sentence]) },
    ])
    const end = (acceptsSmallerTeam: boolean) =>
      decide(endRight, right?.rightId ?? '', first, { reason: 'Moved', acceptsSmallerTeam })
    const kept = await end(false)
    expect([kept.status, kept.problem.detail]).toEqual([409, expect.stringContaining(sentence)])
    const stays = await about(endUserAccess, second, first, { reason: 'Left', acceptsSmallerTeam: false })
    expect(stays.status).toBe(409)

    const suspended = await about(suspendAccess, second, first, { reason: 'A doubt' })
    expect(suspended.reply.missing).toContain(sentence)
    expect((await team()).meta.below).toBe(5)
    expect(await countBelow()).toBe(5)
    // What the team lacks already is no reason to keep a right.
    expect((await end(false)).status).toBe(200)
  })

  test('keeps no right that others hold, nor one that is over', async () => {
    const extra = await makeStaff(program.portal, {
      realm,
      roles: [{ role: 'super_user', actions: ['MAIL_RESEND'] }],
    })
    const attributes = { reason: 'Left', acceptsSmallerTeam: false }
    expect((await about(endUserAccess, extra, first, attributes)).status).toBe(200)
  })
})
