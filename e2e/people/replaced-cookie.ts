import { hash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ClientName } from '../fixtures.ts'
import { tokenOf } from '../pages/call-portal.ts'
import { inDatabase } from './make-person.ts'

/**
 * Replaces the secret of the session's cookie, as a request of another tab does. The browser gets the new one when the returned function
 * is called: what it sends until then has the former one.
 */
export async function replaceCookieOf(page: Page, client: ClientName): Promise<() => Promise<void>> {
  const [, sessionId = ''] = (await tokenOf(page)).split('.')
  const secret = randomBytes(32).toString('base64url')
  await inDatabase(async databases => {
    const { numUpdatedRows } = await databases
      .realm(client)
      .updateTable('session')
      .set(({ ref }) => ({
        former_cookie_hash: ref('cookie_hash'),
        cookie_hash: hash('sha256', secret, 'buffer'),
        cookie_replaced_at: new Date(),
        cookie_used_at: null,
      }))
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error('this page has no session')
  })
  return async () => {
    const cookies = await page.context().cookies(page.url())
    const cookie = cookies.find(({ name }) => name.endsWith('almoner-session'))
    if (!cookie) throw new Error('this page has no session cookie')
    await page.context().addCookies([{ ...cookie, value: secret }])
  }
}
