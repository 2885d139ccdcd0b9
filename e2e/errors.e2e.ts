import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Insertable } from 'kysely'
import pg from 'pg'
import { readPostmaster } from '../src/server/db/embedded/pid-file.ts'
import type { CharityProfile } from '../src/server/db/schema.ts'
import { makeCharityProfile } from '../src/testing/factories/make-charity-profile.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, originOf, test } from './fixtures.ts'
import { addButtons, atCharity } from './pages/at-charity.ts'
import { fillIn } from './pages/recommend.ts'
import { inDatabase } from './people/make-person.ts'
import { signInBy } from './people/sign-in.ts'

// §8 in the browser. The responses come from the real server: a test redirects, alters or drops the page's request, and checks
// what the screen makes of the response.

const toast = (page: Page) => page.getByRole('region', { name: 'Notices' }).getByRole('article')
const id = /ID: [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Runs SQL as the database's administrator. */
async function asAdministrator(sql: string): Promise<void> {
  const running = await readPostmaster(join(process.env.ALMONER_E2E_DATA_DIR ?? '', 'postgres'))
  if (!running) throw new Error('no database is running')
  const admin = new pg.Client({
    host: running.socketFolder,
    port: running.port,
    user: 'postgres',
    database: 'almoner',
  })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

test("shows HTTP 400 'Access denied.' as a toast with an ID (§8)", async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const { page } = await atCharity(signInPerson)
  // A donor may not approve grants.
  const approve = `${originOf('npt')}/api/grants/019a0000-0000-7000-8000-000000000000/approve`
  await page.route('**/charity-list', route => route.continue({ url: approve }))
  await addButtons(page).last().click()
  await expect(toast(page)).toContainText(quoted.accessDenied)
  await expect(toast(page)).toContainText(quoted.noAccessToForm)
  await expect(toast(page)).toContainText(id)
})

test('lists the fields of any other 400 and links to the contact page (§8)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const { page, donor } = await atCharity(signInPerson)
  const attributes = { charityId: donor.charityId, inCharityList: 'perhaps' }
  const postData = JSON.stringify({ data: { type: 'command', attributes } })
  await page.route('**/charity-list', route => route.continue({ postData }))
  await addButtons(page).last().click()
  await expect(toast(page)).toContainText(quoted.somethingWentWrong)
  await expect(toast(page).getByRole('listitem')).toHaveText([/^inCharityList - /])
  await expect(toast(page)).toContainText(quoted.contactSupport)
  await expect(toast(page)).toContainText(id)
  // An error stays until it is closed, and its link stays inside the portal.
  await toast(page).getByRole('link', { name: 'Contact Page' }).click()
  await expect(page).toHaveURL(`${originOf('npt')}/contact`)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

test('shows any other server failure as an apology with its trace ID (§8)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const { page, donor } = await atCharity(signInPerson)
  // A database error that affects only this donor's charity.
  const name = `broken_${donor.fundId}`
  await asAdministrator(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise 'this disk is worn out'; end $$;
    create trigger ${name} before insert on charity_list_entry for each row
      when (new.charity_id = '${donor.charityId}') execute function ${name}()`)
  try {
    await addButtons(page).last().click()
    await expect(toast(page)).toContainText('An error occurred.')
    await expect(toast(page)).toContainText(`${quoted.apology} ID: `)
    await expect(toast(page)).toContainText(id)
    await expect(toast(page)).not.toContainText('disk')
  } finally {
    await asAdministrator(`drop trigger ${name} on charity_list_entry; drop function ${name}()`)
  }
})

test('says that the device is offline (§8)', async ({ signInPerson, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  const { page } = await atCharity(signInPerson)
  await page.context().setOffline(true)
  await addButtons(page).last().click()
  await expect(toast(page)).toContainText('You’re offline. Please check your connection and try again.')
})

test('explains an error that has its own problem type (§8)', async ({ signInPerson, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  const { page, donor } = await atCharity(signInPerson)
  const elsewhere = `${originOf('npt')}/api/accounts/${donor.fundId}/nothing`
  await page.route('**/charity-list', route => route.continue({ url: elsewhere }))
  await addButtons(page).last().click()
  await expect(toast(page)).toContainText('We couldn’t find what you’re looking for.')
})

test('names the bot check when it is unavailable (§8)', async ({ visit, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED|challenge\.worker/)
  const page = await visit('npt', { at: '/contact?topic=other' })
  await page.route('**/challenge.worker-*.js', route => route.abort())
  await page.getByLabel('Your message').fill('Good morning.')
  await page.getByLabel('Your name').fill('Ada Winslow')
  await page.getByLabel('E-mail address for our reply').fill('ada@reader.example')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(toast(page)).toContainText(`${quoted.issueWith} ALTCHA ${quoted.temporarilyUnavailable}`)
  // Nothing is lost: once the worker loads, the same form can be sent.
  await page.unroute('**/challenge.worker-*.js')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('We have received your message.')).toBeVisible()
})

test('shows an alert for a rejected charity, and no details of a deleted one (§8)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/grants\)/)
  const { page, donor } = await atCharity(signInPerson)
  const writeStatus = (
    status: Partial<Pick<Insertable<CharityProfile>, 'party_status' | 'party_grantee_status'>>,
  ) =>
    inDatabase(async databases => {
      const columns = { party_status: 'Active', party_grantee_status: 'Accepted', ...status } as const
      await makeCharityProfile(databases, donor.charityId, columns)
    })
  const alert = page.getByRole('main').getByRole('alert')
  const contact = quoted.forMoreInformation

  await writeStatus({ party_grantee_status: 'Rejected' })
  await page.reload()
  await expect(alert).toHaveText(`${quoted.cannotProcessGrant} ${contact}`)
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await expect(alert).toContainText(`${quoted.cannotProcessGrant} ${contact}`)

  // Rejected while the donor reviews: the same alert names the charity.
  await writeStatus({})
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await fillIn(page, { amountUnits: 300 })
  await writeStatus({ party_grantee_status: 'Rejected' })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  await expect(alert).toContainText(`${quoted.cannotProcessGrant} ${contact}`)
  await expect(alert).toContainText('cannot receive a grant')

  await writeStatus({ party_status: 'Deleted' })
  await page.goto(`/grant-activity/${donor.charityId}`)
  await expect(alert).toHaveText(`${quoted.cannotDisplayCharity} ${contact}`)
  await alert.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(`${originOf('npt')}/contact`)
})

test('works without browser storage: a visitor reads the pages, and a donor stays signed in until they leave', async ({
  visit,
}) => {
  const page = await visit('npt')
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  await page.goto('/api/sign-in/start')
  await signInBy(page, 'donor@npt.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
})
