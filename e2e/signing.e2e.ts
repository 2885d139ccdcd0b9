import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signingPaused } from '../src/features/signing/domain/signature.ts'
import { certificatesOf } from '../src/server/signatures/seal/sealer.ts'
import { verifySealedPdf } from '../src/server/signatures/seal/verify-sealed-pdf.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeDonor, makePersonOf } from './people/make-donor.ts'
import { makeEnvelope, makeEnvelopeOf, withProvider } from './people/make-envelope.ts'
import { makePerson } from './people/make-person.ts'

const shoot = async (page: Page, name: string) => {
  const folder = process.env.ALMONER_SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
const agreement = 'I have read this and agree to sign this document electronically'
const intent = 'I have read this document and intend to sign it'
const noSideways = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0)

test('a donor signs alone by keyboard on a small screen, returns, and the document is sealed (§4)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const envelopeId = await makeEnvelope(donor, [{ ...donor, name: 'Ada Winslow' }])
  const page = await signInPerson('npt', donor, {
    at: `/sign/${envelopeId}?returnTo=${encodeURIComponent('/account-documents?type=agreement')}`,
    viewport: { width: 320, height: 700 },
  })
  // Another page has led here by itself.
  await expect(page.getByRole('heading', { name: 'Sign Document' })).toBeFocused()
  await expect(page.getByText('E-SIGN Act')).toBeVisible()
  await expectNoAxeFindings(page)
  await noSideways(page)
  await shoot(page, 'consent-320')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Select the box if you agree')
  await page.getByRole('checkbox', { name: agreement }).press('Space')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')

  const first = page.getByRole('region', { name: 'Gift agreement.pdf, page 1 of 3' })
  await expect(first).toContainText('exclusive legal control')
  // Its tags are there for screen readers, which would otherwise read single lines.
  await expect(first.getByRole('heading', { level: 3 })).toHaveCount(1)
  expect(await first.ariaSnapshot()).toMatch(/- paragraph: [^\n]*exclusive legal control/)
  // The largest script of the portal comes as it was compressed by the build.
  const encoding = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource')
    const worker = loaded.find(({ name }) => name.includes('pdf.worker'))
    return worker && (await fetch(worker.name)).headers.get('content-encoding')
  })
  expect(encoding).toBe('br')
  // The page has a picture, and most of it is white.
  await expect
    .poll(() =>
      first.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        return data.filter((value, index) => index % 4 === 0 && value > 200).length / (data.length / 4)
      }),
    )
    .toBeGreaterThan(0.8)
  await expect(page.getByRole('button', { name: 'Save a copy' })).toBeVisible()
  const last = page.getByRole('region', { name: 'Gift agreement.pdf, page 3 of 3' })
  await last.scrollIntoViewIfNeeded()
  await expect(last.locator('canvas')).toHaveCount(1)
  await page.getByRole('button', { name: 'Larger' }).press('Enter')
  await page.getByRole('button', { name: 'Larger' }).press('Enter')
  await expectNoAxeFindings(page)
  await noSideways(page)
  await page.getByRole('button', { name: 'Sign document' }).press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Type your full name')
  await expect(page.getByRole('alert').first()).toContainText('Confirm that you intend to sign')
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Ada Winslow')
  await page.getByRole('checkbox', { name: intent }).press('Space')
  await shoot(page, 'sign-320')
  await page.getByRole('button', { name: 'Sign document' }).press('Enter')
  await expect(page).toHaveURL(/\/account-documents\?type=agreement&event=signed$/)

  await withProvider(async provider => {
    await expect.poll(async () => (await provider.status(envelopeId)).state).toBe('completed')
    const { certificates } = await verifySealedPdf(Buffer.from(await provider.signedDocument(envelopeId)))
    const own = readFileSync(join(process.env.ALMONER_E2E_DATA_DIR ?? '', 'seal.pem'), 'utf8')
    expect(certificates[0].fingerprint256).toBe(certificatesOf(own)[0]?.fingerprint256)
  })
  await page.goto(`/sign/${envelopeId}?returnTo=//evil.example/`)
  await expect(page.getByText('Fully signed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
})

test('two sign in order; the first draws, and the second declines with a reason (§4)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const joint = await makePersonOf('npt', donor, 'joint_donor')
  const envelopeId = await makeEnvelope(donor, [
    { ...donor, name: 'Ada Winslow' },
    { ...joint, name: 'Ben Winslow' },
  ])
  const second = await signInPerson('npt', joint, { at: `/sign/${envelopeId}` })
  await expect(second.getByText('Not your turn yet')).toBeVisible()

  const first = await signInPerson('npt', donor, { at: `/sign/${envelopeId}` })
  await first.getByRole('checkbox', { name: agreement }).check()
  await first.getByRole('button', { name: 'Continue' }).click()
  await first.getByRole('textbox', { name: 'Your full name' }).fill('Ada Winslow')
  await first.getByRole('radio', { name: 'I’ll draw my signature too' }).check()
  const pad = first.getByRole('img', { name: /Your drawn signature/ })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is not shown')
  await first.mouse.move(box.x + 40, box.y + 80)
  await first.mouse.down()
  for (let x = 40; x < 400; x += 8) await first.mouse.move(box.x + x, box.y + 90 + 40 * Math.sin(x / 24))
  await first.mouse.up()
  await expect(pad).toHaveAccessibleName('Your drawn signature')
  await first.getByRole('checkbox', { name: intent }).check()
  await expectNoAxeFindings(first)
  await shoot(first, 'draw-1280')
  await first.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(first)
  await shoot(first, 'draw-dark')
  await first.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await shoot(first, 'draw-forced')
  await first.emulateMedia({ forcedColors: 'none' })
  await first.getByRole('button', { name: 'Sign document' }).click()
  await expect(
    first.getByText('You have signed this document. You don’t need to do anything else'),
  ).toBeVisible()

  await second.reload()
  await second.getByRole('checkbox', { name: agreement }).check()
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.getByRole('button', { name: 'Decline to sign' }).click()
  await second.getByRole('textbox', { name: 'Why are you declining?' }).fill('The amount is wrong.')
  await expectNoAxeFindings(second)
  await second.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(second.getByText('You declined to sign this document.')).toBeVisible()
  await withProvider(async provider => {
    const { state, signers } = await provider.status(envelopeId)
    expect(state).toBe('declined')
    expect(signers[1]?.reason).toBe('The amount is wrong.')
  })
})

test(
  'a typed name that is not the signer’s is asked about, and the countersigner reads it (§4)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await makeDonor('npt')
    const staff = await makePerson('npt', { roles: [{ role: 'super_user' as const, actions: null }] })
    const envelopeId = await makeEnvelope(donor, [{ ...donor, name: 'Ada Winslow' }], {
      isCountersigned: true,
    })
    const page = await signInPerson('npt', donor, {
      at: `/sign/${envelopeId}`,
      viewport: { width: 320, height: 700 },
    })
    await page.getByRole('checkbox', { name: agreement }).press('Space')
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    const name = page.getByRole('textbox', { name: 'Your full name' })
    await name.fill('محمد Mouse')
    await expect(name).toHaveAccessibleDescription(/Our documents don’t have all the letters of “محمد”/)
    await name.fill('Mickey Mouse')
    await page.getByRole('checkbox', { name: intent }).press('Space')
    const submit = page.getByRole('button', { name: 'Sign document' })
    await expect(submit).toBeEnabled()
    await submit.press('Enter')
    const question =
      'You typed Mickey Mouse. Your name here is Ada Winslow. Do you want to sign as Mickey Mouse?'
    await expect(page.getByRole('alert').first()).toContainText(question)
    const confirmed = page.getByRole('checkbox', { name: 'Yes, I sign as Mickey Mouse' })
    await expect(confirmed).not.toBeChecked()
    for (const width of [320, 768, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 700 })
        await page.emulateMedia({ colorScheme })
        await noSideways(page)
        await expectNoAxeFindings(page)
        await shoot(page, `other-name-${width}-${colorScheme}`)
      }
    // Another name is another question.
    await confirmed.press('Space')
    await name.fill('Minnie Mouse')
    await expect(page.getByRole('checkbox', { name: 'Yes, I sign as Minnie Mouse' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'Yes, I sign as Minnie Mouse' }).press('Space')
    await expect(submit).toBeEnabled()
    await submit.press('Enter')
    await expect(page.getByText('You have signed this document.')).toBeVisible()

    const second = await signInPerson('npt', staff, { at: `/sign/${envelopeId}` })
    await expect(second.getByText('as “Minnie Mouse”, which isn’t their name here')).toBeVisible()
    await expectNoAxeFindings(second)
    await shoot(second, 'countersigner')
  },
)

test(
  'an error loses nothing that was typed, a second tab says what happened, and others find no document (§4, §14)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(
      /status of 409/,
      /status of 404/,
      /ERR_FAILED/,
      /We couldn’t find what you’re looking for/,
    )
    const donor = await makeDonor('npt')
    const envelopeId = await makeEnvelope(donor, [{ ...donor, name: 'Ada Winslow' }])
    const tab = await signInPerson('npt', donor, { at: `/sign/${envelopeId}`, isOwnSession: true })
    await tab.getByRole('checkbox', { name: agreement }).check()
    await tab.route('**/document', route => route.abort())
    await tab.getByRole('button', { name: 'Continue' }).click()
    // Nobody signs what they were not shown; declining stays possible.
    await expect(tab.getByText('The document could not be loaded.')).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Decline to sign' })).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Sign document' })).toBeHidden()
    await expectNoAxeFindings(tab)
    await tab.unroute('**/document')
    await tab.getByRole('button', { name: 'Try again' }).click()
    const other = await tab.context().newPage()
    await other.goto(`/sign/${envelopeId}`)
    for (const page of [tab, other]) {
      await page.getByRole('textbox', { name: 'Your full name' }).fill('Ada Winslow')
      await page.getByRole('checkbox', { name: intent }).check()
    }
    await tab.route('**/sign', route => route.abort())
    const aborted = tab.waitForEvent('requestfailed', request => request.url().endsWith('/sign'))
    await tab.getByRole('button', { name: 'Sign document' }).click()
    await aborted
    await expect(tab.getByRole('textbox', { name: 'Your full name' })).toHaveValue('Ada Winslow')
    await expect(tab.getByRole('checkbox', { name: intent })).toBeChecked()
    await tab.unroute('**/sign')
    await tab.getByRole('button', { name: 'Sign document' }).click()
    await expect(tab.getByText('Everyone has signed')).toBeVisible()
    await expect(other.getByText(/Everyone has signed|Fully signed/)).toBeVisible()

    const stranger = await signInPerson('npt', await makeDonor('npt'), { at: `/sign/${envelopeId}` })
    await expect(stranger.getByRole('heading', { name: 'Document not found' })).toBeVisible()
  },
)

test(
  'while the seal is expired, donor and staff read that signing is paused (§4)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await makeDonor('npt')
    const staff = await makePerson('npt', { roles: [{ role: 'super_user' as const, actions: null }] })
    const envelopeId = await makeEnvelope(donor, [{ ...donor, name: 'Ada Winslow' }])
    const countersigned = await makeEnvelopeOf('npt', donor.fundId, null)
    for (const [who, person, id] of [
      ['donor', donor, envelopeId],
      ['staff', staff, countersigned],
    ] as const) {
      const page = await signInPerson('npt', person, { viewport: { width: 320, height: 700 } })
      // The server's part is in paused-signing.test.ts; its answer here is that of an expired seal.
      const answer = page.waitForResponse(response => response.url().endsWith(`/api/envelopes/${id}`))
      await page.goto(`/sign/${id}`)
      const { data } = await (await answer).json()
      await page.route(`**/api/envelopes/${id}`, route =>
        route.fulfill({ json: { data: { ...data, isPaused: true } } }),
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Sign Document' })).toBeVisible()
      await expect(page.getByText(signingPaused)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden()
      for (const width of [320, 768, 1440])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 700 })
          await page.emulateMedia({ colorScheme })
          await noSideways(page)
          await expectNoAxeFindings(page)
          await shoot(page, `paused-${who}-${width}-${colorScheme}`)
        }
    }
  },
)
