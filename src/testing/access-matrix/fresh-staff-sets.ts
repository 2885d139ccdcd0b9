import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { MadeUser } from '../factories/make-user.ts'

export type FreshStaffSets = {
  /** The last change of the set “support”, which colleagues have just made. */
  freshSet(): Promise<string>
  /** A new set that a colleague proposed. */
  freshSetChange(): Promise<string>
}

export const unknownStaffSets: FreshStaffSets = {
  freshSet: async () => randomUUID(),
  freshSetChange: async () => randomUUID(),
}

/** Letters of a name that no other set has. */
export const newSetLetters = () =>
  `set-${randomUUID().replaceAll(/[0-9-]/g, digit => String.fromCharCode(103 + (Number(digit) || 0)))}`

export function freshStaffSets(portal: TestApp, client: string, realm: string, by: MadeUser): FreshStaffSets {
  const accessDb = portal.databases.accessAdmin(realm)
  const insert = async (
    name: string,
    about: { actions: string[]; revision: number | null; before: boolean },
  ) => {
    const { actions, revision, before } = about
    const text = `A test ${randomUUID().slice(0, 20)}`
    const { change_id: changeId } = await accessDb
      .insertInto('staff_set_change')
      .values({
        ...{ client, set_name: name, role_code: 'super_user', title: text, purpose: text, actions },
        ...{ is_given: true, state: revision === null ? 'waiting' : 'made', revision },
        ...(before
          ? {
              ...{ before_title: 'A test', before_purpose: 'A test', before_actions: actions },
              ...{ before_is_given: true, file_actions: actions },
            }
          : {}),
        ...{ reason: 'A test', requested_by: by.userId, requested_by_name: 'A test' },
        ...{ requested_at: portal.clock.now(), idempotency_key: randomUUID() },
      })
      .returning('change_id')
      .executeTakeFirstOrThrow()
    return changeId
  }
  return {
    freshSet: async () => {
      const last = await accessDb
        .selectFrom('staff_set_change')
        .select(({ fn }) => fn.max('revision').as('revision'))
        .where('client', '=', client)
        .where('set_name', '=', 'support')
        .executeTakeFirst()
      const revision = (last?.revision ?? 0) + 1
      return await insert('support', { actions: ['MESSAGE_ANSWER'], revision, before: true })
    },
    freshSetChange: async () => {
      await accessDb
        .updateTable('staff_set_change')
        .set({ state: 'lapsed' })
        .where('client', '=', client)
        .where('state', '=', 'waiting')
        .execute()
      return await insert(newSetLetters(), { actions: ['GRANT_PAY'], revision: null, before: false })
    },
  }
}
