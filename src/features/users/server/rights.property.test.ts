import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { getSession } from '../../../contract/session.contract.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import { minuteMs } from '../../../domain/durations.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { addRight } from './add-right.ts'
import { decideRight } from './decide-right.ts'
import type { Operator } from './operator.ts'
import { reinstateSuspendedRight, removeRight } from './remove-right.ts'
import { confirmResumptionOf, resumePerson } from './resume-person.ts'
import { setSuspended } from './rights.queries.ts'
import { suspendPerson } from './suspend-person.ts'

const clock = testClock()
let portal: TestApp
let managers: [Person, Person]

beforeAll(async () => {
  portal = await startTestApp({ clock })
  managers = [await makeStaff(portal), await makeStaff(portal)]
})
afterAll(() => portal.close())

const noTeam = { smallestTeam: {}, acceptsSmallerTeam: false }

const given: readonly Permission[] = [
  'GRANT_APPROVE',
  'GRANT_PAY',
  'MAIL_RESEND',
  'AUDIT_VIEW',
  'USER_MANAGE',
]

/** What happens next. `at` chooses among the rights that there are. */
const step = fc.oneof(
  fc.record({
    what: fc.constant('give' as const),
    actions: fc.subarray([...given], { minLength: 1 }),
    fromMinutes: fc.option(fc.integer({ min: -30, max: 60 })),
    lastsMinutes: fc.option(fc.integer({ min: 1, max: 90 })),
  }),
  fc.record({
    what: fc.constantFrom('confirm', 'decline', 'end', 'suspend-right', 'reinstate-right'),
    at: fc.nat({ max: 20 }),
  }),
  fc.record({ what: fc.constantFrom('suspend', 'resume', 'confirm-resumption') }),
  fc.record({ what: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 45 }) }),
)

/** What the model knows of a right: no SQL, no program. */
type ModelRight = {
  rightId: string
  state: 'requested' | 'active' | 'suspended' | 'over'
  actions: readonly Permission[]
  from: number | null
  until: number | null
}

test('nobody does what they were not allowed at that instant, over random rights, ends and expiries', {
  timeout: propertyTimeoutMs,
}, async () => {
  const accessDb = portal.databases.accessAdmin('npt')
  const operatorOf = ({ user }: Person): Operator => ({
    userId: user.userId,
    name: 'A manager',
    via: { kind: 'command', command: 'test' },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const user = await makeUser(portal.databases)
      const rights: ModelRight[] = []
      let isSuspended = false
      let isAsked = false
      const [first, second] = [operatorOf(managers[0]), operatorOf(managers[1])]
      const inTransaction = <T>(work: (trx: typeof accessDb, now: Date) => Promise<T>) =>
        accessDb.transaction().execute(trx => work(trx, clock.now()))

      /** Changes the right if it is in one of these states, as the model expects; else it is refused. */
      const changeRight = async (
        at: number,
        allowed: readonly ModelRight['state'][],
        next: ModelRight['state'],
        work: (trx: typeof accessDb, right: ModelRight, now: Date) => Promise<unknown>,
      ) => {
        const right = rights[at % Math.max(1, rights.length)]
        if (!right) return
        const nowMs = clock.now().getTime()
        const isOver = right.until !== null && right.until <= nowMs
        const mayBe =
          allowed.includes(right.state) && !(next === 'active' && right.state === 'requested' && isOver)
        const mayDecide = mayBe && !(next === 'active' && right.state === 'requested' && isSuspended)
        const done = inTransaction((trx, now) => work(trx, right, now))
        if (mayDecide) {
          await done
          right.state = next
        } else await expect(done).rejects.toThrow()
      }

      for (const each of steps) {
        switch (each.what) {
          case 'give': {
            const nowMs = clock.now().getTime()
            const from = each.fromMinutes === null ? null : nowMs + each.fromMinutes * minuteMs
            const until =
              each.lastsMinutes === null
                ? null
                : Math.max(from ?? nowMs, nowMs) + each.lastsMinutes * minuteMs
            if (rights.filter(({ state }) => state !== 'over').length >= 20) break
            const right = await accessDb.transaction().execute(trx =>
              addRight(
                trx,
                first,
                {
                  ...{ userId: user.userId, role: 'super_user', book: null, actions: each.actions },
                  ...{ setName: null, reason: 'test', mayBeOwn: false, idempotencyKey: null },
                  validFrom: from === null ? null : new Date(from),
                  validUntil: until === null ? null : new Date(until),
                  secondPerson: 'as the actions require',
                },
                clock.now(),
              ),
            )
            rights.push({
              rightId: right.right_id,
              state: takesTwoPeople(new Set(each.actions)) ? 'requested' : 'active',
              ...{ actions: each.actions, from, until },
            })
            break
          }
          case 'confirm':
            await changeRight(each.at, ['requested'], 'active', (trx, { rightId }, now) =>
              decideRight(trx, second, { rightId, decision: 'confirmed', note: '', client: npt }, now),
            )
            break
          case 'decline':
            await changeRight(each.at, ['requested'], 'over', (trx, { rightId }, now) =>
              decideRight(trx, second, { rightId, decision: 'declined', note: 'No' }, now),
            )
            break
          case 'end':
            await changeRight(
              each.at,
              ['requested', 'active', 'suspended'],
              'over',
              (trx, { rightId }, now) =>
                removeRight(trx, second, { rightId, reason: 'test', force: false, team: noTeam }, now),
            )
            break
          case 'suspend-right':
            await changeRight(each.at, ['active'], 'suspended', async (trx, right, now) => {
              if (right.state === 'suspended') throw new Error('it is suspended')
              await setSuspended(trx, right.rightId, { by: null, at: now })
            })
            break
          case 'reinstate-right':
            await changeRight(each.at, ['suspended'], 'active', (trx, { rightId }, now) =>
              reinstateSuspendedRight(trx, second, { rightId, reason: 'test' }, now),
            )
            break
          case 'suspend': {
            const about = { userId: user.userId, reason: 'test', smallestTeam: {} }
            const done = inTransaction((trx, now) => suspendPerson(trx, second, about, now))
            if (isSuspended) await expect(done).rejects.toThrow()
            else await done
            isSuspended = true
            break
          }
          case 'resume': {
            const about = { userId: user.userId, reason: 'test', force: false }
            const done = inTransaction((trx, now) => resumePerson(trx, second, about, now))
            if (!isSuspended || isAsked) await expect(done).rejects.toThrow()
            else {
              const nowMs = clock.now().getTime()
              const takesTwo = rights.some(
                ({ state, actions, until }) =>
                  (state === 'active' || state === 'suspended') &&
                  (until === null || until > nowMs) &&
                  takesTwoPeople(new Set(actions)),
              )
              expect(await done).toBe(takesTwo ? 'requested' : 'resumed')
              isSuspended = takesTwo
              isAsked = takesTwo
            }
            break
          }
          case 'confirm-resumption': {
            const done = inTransaction((trx, now) => confirmResumptionOf(trx, first, user.userId, now))
            if (isAsked) await done
            else await expect(done).rejects.toThrow()
            if (isAsked) isSuspended = false
            isAsked = false
            break
          }
          case 'wait':
            clock.advance(each.minutes * minuteMs)
        }
        const nowMs = clock.now().getTime()
        const allowed = rights
          .filter(
            ({ state, from, until }) =>
              state === 'active' && (from === null || from <= nowMs) && (until === null || until > nowMs),
          )
          .flatMap(({ actions }) => actions)
        const session = await portal.sessionFor(user)
        const { reply } = await portal.call(getSession, {}, { as: session })
        expect([...reply.actions].toSorted()).toEqual([...new Set(allowed)].toSorted())
        expect(reply.hasAccess).toBe(!isSuspended)
      }
    }),
    { numRuns: propertyRuns({ usual: 4, long: 400 }) },
  )
})
