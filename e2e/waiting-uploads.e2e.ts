import { randomUUID } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import type { Page, Request } from '@playwright/test'
import { uploadLimits } from '../src/server/http/uploads.ts'
import { pdfOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makeDonor, makePersonOf } from './people/make-donor.ts'

// What people see while too many of their files are waiting, by keyboard at 320 pixels.

const viewport = { width: 320, height: 640 }
const sentence =
  'You’re sending several files already, so this one has to wait until one of them has arrived. Please try again in 30 seconds.'

/** Begins an upload as the page sends its own, with one byte of so many. */
async function begin(sent: Request, bytes: number): Promise<ClientRequest> {
  const { host, port, pathname, search } = new URL(sent.url())
  const headers = Object.entries(await sent.allHeaders()).filter(
    ([name]) => !name.startsWith(':') && name !== 'content-length',
  )
  const call = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: `${pathname}${search}` },
    headers: {
      ...Object.fromEntries(headers),
      ...{ host, 'idempotency-key': randomUUID(), 'content-length': String(bytes) },
    },
  })
  // An upload that is given up ends with an error.
  call.on('error', () => {})
  call.write('x')
  return call
}

async function statusOf(sent: Request): Promise<number> {
  const call = await begin(sent, 1)
  return await new Promise((resolve, reject) => {
    call.on('response', response => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}

/** Sends a file from the page while as many of the person’s uploads wait as the server takes. Afterwards none waits. */
async function sendWhileMany(page: Page, address: RegExp, send: () => Promise<void>): Promise<void> {
  const waiting: ClientRequest[] = []
  await page.route(address, async route => {
    // One more each time: what is asked may have taken the last place itself.
    const statusAfterOneMore = async () => {
      waiting.push(await begin(route.request(), 1_000))
      return waiting.length < uploadLimits.perPerson ? null : await statusOf(route.request())
    }
    await expect.poll(statusAfterOneMore, { intervals: [10] }).toBe(429)
    await route.continue()
  })
  await send()
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await page.unroute(address)
  for (const call of waiting) call.destroy()
}

async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await pressByKeyboard(page, page.getByRole('button', { name: 'Upload a file' }))
  await (await chooser).setFiles(file)
}

/** The sentence is read and seen, and the same file is sent once more when the others have arrived. */
async function tryAgain(page: Page): Promise<void> {
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await pressByKeyboard(page, page.getByRole('button', { name: 'Try again' }))
}

test('a spreadsheet that is refused while too many wait is sent once more (§13)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor, { at: '/grants/upload', viewport })
  const number = donor.charityId.replace('US-EIN-', '')
  const text = `Tax ID,Charity name,Amount,Purpose,What the charity sees\n${number},,300,,`
  const file = { name: 'grants.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await sendWhileMany(page, /grant-files/, () => chooseFile(page, file))
  await tryAgain(page)
  await expect(page.getByRole('heading', { level: 1, name: 'grants.csv' })).toBeVisible()
})

test(
  'the choices for a document stay while too many wait, and it is sent once more (§2.8)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 429/)
    const service = await makePersonOf('npt', await makeDonor('npt'), 'service_team')
    const page = await signInPerson('npt', service, { at: '/account-documents', viewport })
    const type = page.getByRole('combobox', { name: 'Type' })
    await type.selectOption({ label: 'Agreement' })
    const reader = page.getByRole('checkbox', { name: 'Primary Advisor' })
    await reader.press('Space')
    await expect(reader).not.toBeChecked()
    const file = { name: 'Agency agreement.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf()) }
    await sendWhileMany(page, /\/documents\?/, () => chooseFile(page, file))
    await expect(type.getByRole('option', { selected: true })).toHaveText('Agreement')
    await expect(reader).not.toBeChecked()
    await tryAgain(page)
    await expect(
      page.getByRole('status').filter({ hasText: 'Agency agreement.pdf was added.' }),
    ).toBeVisible()
  },
)
