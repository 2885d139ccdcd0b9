import type { Page } from '@playwright/test'
import type { ClientName } from '../fixtures.ts'
import { tokenOf } from '../pages/call-portal.ts'
import { inDatabase } from './make-person.ts'

/** Moves the session's last verification back by an hour, so that the step-up has expired without waiting. */
export async function expireStepUp(page: Page, client: ClientName): Promise<void> {
  const [, sessionId = ''] = (await tokenOf(page)).split('.')
  await inDatabase(async databases => {
    const { numUpdatedRows } = await databases
      .realm(client)
      .updateTable('session')
      .set({ factor_verified_at: new Date(Date.now() - 3_600_000) })
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error('this page has no session')
  })
}
