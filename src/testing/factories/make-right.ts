import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Permission } from '../../contract/permissions.ts'
import { takesTwoPeople } from '../../contract/two-person-actions.ts'
import type { RightRole } from '../../domain/realm-roles.ts'
import { insertRight } from '../../features/users/server/rights.queries.ts'
import type { DB } from '../../server/db/schema.ts'

/** Gives a person a right as the portal does; one that takes two people waits. Returns its ID. */
export async function makeRight(
  accessDb: Kysely<DB>,
  about: {
    userId: string
    givenBy: string
    role?: RightRole
    book?: string
    /** Null: all of the role. */
    actions: readonly Permission[] | null
    givenAt?: Date
    validFrom?: Date
    validUntil?: Date
  },
): Promise<string> {
  const { userId, givenBy, role = 'super_user', book = null, actions, givenAt = new Date() } = about
  const needsSecond = role === 'super_user' && (actions === null || takesTwoPeople(new Set(actions)))
  const { right_id: rightId } = await insertRight(accessDb, {
    ...{ userId, givenBy, role, book, actions, givenAt, setName: null, reason: 'For a test' },
    ...{ validFrom: about.validFrom ?? null, validUntil: about.validUntil ?? null },
    secondPerson: needsSecond ? 'needed' : 'not needed',
    idempotencyKey: randomUUID(),
  })
  return rightId
}
