import { afterAll, beforeAll } from 'vitest'
import { clients } from '../clients/clients.ts'
import type { Endpoint, Sent } from '../contract/endpoint.ts'
import { getSession } from '../contract/session.contract.ts'
import type { IsoDate } from '../domain/dates.ts'
import { type GivenRight, giveRight } from '../features/users/rights.contract.ts'
import { getUser } from '../features/users/users.contract.ts'
import { type CallAs, startTestApp, type TestApp } from './app.ts'
import { bankProvider } from './bank-provider.ts'
import { testClock } from './clock.ts'
import { makeStaff, type Person } from './factories/make-fund.ts'
import { makeUser } from './factories/make-user.ts'
import { commandOf } from './signing.ts'

type Period = { from?: IsoDate | null; until?: IsoDate | null }

/** The outcome of a call that is refused. */
export const refused = { status: 400, title: 'Access denied.' }
export const outcome = (answer: { status: number; problem?: { title: string } }) =>
  answer.status === 200 ? { status: 200 } : { status: answer.status, title: answer.problem?.title }

/** Three people of npt who manage users, so that two can decide about the third. */
export type Managers = { one: Person; two: Person; three: Person }

/** A portal whose client npt has a provider of its own, and what people do there about users. */
export function usersProgram() {
  const clock = testClock()
  // Filled before the first test.
  const program = {} as { portal: TestApp } & Managers
  beforeAll(async () => {
    const npt = clients.npt
    if (!npt) throw new Error('there is no client npt')
    const portal = await startTestApp({
      clock,
      clients: { ...clients, npt: { ...npt, identityProviders: [{ kind: 'embedded' }, bankProvider] } },
      settings: { providerSecrets: { [bankProvider.clientSecretName]: 'a secret of the bank' } },
    })
    Object.assign(program, {
      portal,
      one: await makeStaff(portal, { firstName: 'Una', lastName: 'First' }),
      two: await makeStaff(portal, { firstName: 'Duncan', lastName: 'Second' }),
      three: await makeStaff(portal, { firstName: 'Tess', lastName: 'Third' }),
    })
  })
  afterAll(() => program.portal.close())

  return {
    clock,
    program,
    reason: 'Joined the team',
    colleague: async (about: { realm?: string } = {}): Promise<Person> => {
      const user = await makeUser(program.portal.databases, {
        ...{ firstName: 'Noor', lastName: 'Colleague' },
        ...about,
      })
      return { user, session: await program.portal.sessionFor(user) }
    },
    give: (to: Person, given: GivenRight, as: Person = program.one, about: Partial<CallAs> & Period = {}) => {
      const { from = null, until = null, ...callAs } = about
      return program.portal.call(
        giveRight,
        {
          params: { personId: to.user.userId },
          body: commandOf({ given, from, until, reason: 'Joined the team' }),
        },
        { as: as.session, ...callAs },
      )
    },
    decide: <E extends Endpoint>(endpoint: E, rightId: string, as: Person, attributes: object = {}) =>
      program.portal.call(
        endpoint,
        { params: { rightId }, body: commandOf(attributes) } as unknown as Sent<E>,
        { as: as.session },
      ),
    about: <E extends Endpoint>(endpoint: E, person: Person, as: Person, attributes: object) =>
      program.portal.call(
        endpoint,
        { params: { personId: person.user.userId }, body: commandOf(attributes) } as unknown as Sent<E>,
        { as: as.session },
      ),
    actionsOf: async (person: Person) => {
      const as = await program.portal.sessionFor(person.user)
      return [...(await program.portal.call(getSession, {}, { as })).reply.actions].toSorted()
    },
    shown: async (person: Person, as: Person = program.one) =>
      (await program.portal.call(getUser, { params: { personId: person.user.userId } }, { as: as.session }))
        .reply,
    events: async (person: Person) => {
      const { rows } = await program.portal.database.admin.query<{
        kind: string
        detail: Record<string, string>
      }>(
        `select kind, detail from audit_event where user_id = $1 and kind ~ '^(right|access|login|user|factor)-' order by seq`,
        [person.user.userId],
      )
      return rows
    },
  }
}
