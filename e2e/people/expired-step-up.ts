import type { Page } from '@playwright/test'
import type { ClientName } from '../fixtures.ts'
import { tokenOf } from '../pages/call-portal.ts'
import { inDatabase } from './make-person.ts'

/** As though the person of this page had last proved who they are an hour ago: nobody waits five minutes in a test. */
export async function growStale(page: Page, client: ClientName): Promise<void> {
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
