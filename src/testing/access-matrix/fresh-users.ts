import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import { makeRight } from '../factories/make-right.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { type FreshSettings, freshSettings, unknownSettings } from './fresh-settings.ts'
import { type FreshStaffSets, freshStaffSets, unknownStaffSets } from './fresh-staff-sets.ts'

export type FreshUsers = FreshSettings &
  FreshStaffSets & {
    /** A new member of staff of the realm, who has access. */
    freshColleague(): Promise<{ personId: string; userId: string }>
    suspendedColleague(): Promise<string>
    /** A suspended one whom another member of staff asked to let in. */
    askedColleague(): Promise<string>
    /** A new colleague with a login at the bank's provider. */
    linkedColleague(): Promise<{ personId: string; issuer: string; subject: string }>
    /** A right of a new colleague; one that waits was asked for by another member of staff, or by the super user. */
    freshRight(about: 'waiting' | 'own request' | 'active' | 'suspended' | 'to review'): Promise<string>
    /** Filters of a list that the super user stored. */
    savedView(): Promise<string>
  }

export const unknownUsers: FreshUsers = {
  ...unknownSettings,
  ...unknownStaffSets,
  freshColleague: async () => ({ personId: randomUUID(), userId: 'nobody@nowhere.example' }),
  suspendedColleague: async () => randomUUID(),
  askedColleague: async () => randomUUID(),
  linkedColleague: async () => ({
    personId: randomUUID(),
    issuer: 'https://bank.example',
    subject: 'nobody',
  }),
  freshRight: async () => randomUUID(),
  savedView: async () => randomUUID(),
}

export function freshUsers(
  portal: TestApp,
  realm: string,
  people: { colleague: MadeUser; super_user: MadeUser },
): FreshUsers {
  const accessDb = portal.databases.accessAdmin(realm)
  const colleague = () => makeUser(portal.databases, { realm, lastName: 'Rowan' })
  const suspendedColleague = async () => {
    const { userId } = await colleague()
    await accessDb
      .updateTable('app_user')
      .set({ has_access: false, suspended_at: portal.clock.now(), suspension_reason: 'On leave' })
      .where('user_id', '=', userId)
      .execute()
    return userId
  }
  return {
    ...freshSettings(portal, realm, [people.colleague, people.super_user]),
    ...freshStaffSets(portal, realm, realm, people.colleague),
    freshColleague: async () => {
      const { userId, ssoId } = await colleague()
      return { personId: userId, userId: ssoId }
    },
    suspendedColleague,
    askedColleague: async () => {
      const userId = await suspendedColleague()
      const asked = { reason: 'Is back', asked_by: people.colleague.userId, asked_at: portal.clock.now() }
      await accessDb
        .insertInto('access_resumption')
        .values({ user_id: userId, ...asked })
        .execute()
      return userId
    },
    linkedColleague: async () => {
      const { userId } = await colleague()
      const login = { kind: 'openid', issuer: 'https://bank.example', subject: randomUUID() } as const
      await portal.databases
        .realm(realm)
        .insertInto('user_identity')
        .values({ ...login, user_id: userId })
        .execute()
      return { personId: userId, issuer: login.issuer, subject: login.subject }
    },
    freshRight: async about => {
      const { userId } = await colleague()
      const givenBy = about === 'own request' ? people.super_user.userId : people.colleague.userId
      const waits = about === 'waiting' || about === 'own request'
      const reviewedAt = portal.clock.now()
      const rightId = await makeRight(accessDb, {
        ...{ userId, givenBy, actions: [waits ? 'GRANT_PAY' : 'GRANT_APPROVE'] },
        ...(about === 'to review' ? { givenAt: new Date(reviewedAt.getTime() - 1000) } : {}),
      })
      if (about === 'suspended')
        await accessDb
          .updateTable('user_role')
          .set({ state: 'suspended', suspended_at: reviewedAt })
          .where('right_id', '=', rightId)
          .execute()
      if (about === 'to review')
        await accessDb
          .insertInto('right_review')
          .values({
            quarter: '2026-Q4',
            opened_at: reviewedAt,
            closes_at: new Date(reviewedAt.getTime() + 86_400_000),
          })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      return rightId
    },
    savedView: async () => {
      const db = portal.databases.book(realm)
      const owner = { user_id: people.super_user.userId, list: 'entries' } as const
      const { view_id: viewId } = await db
        .insertInto('saved_view')
        .values({
          ...{ ...owner, name: `View ${randomUUID()}`, filters: '{}', saved_at: portal.clock.now() },
          place: sql<number>`(select coalesce(max(place), 0) + 1 from saved_view where user_id = ${owner.user_id})`,
        })
        .returning('view_id')
        .executeTakeFirstOrThrow()
      return viewId
    },
  }
}
