import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeDraft } from '../../testing/example-draft.ts'
import { staffScreens } from '../../testing/screens/staff-screens.tsx'
import { queryClient } from '../../web/api/query.ts'
import { ApplicationPage } from './ApplicationPage.tsx'
import { applicationQuery } from './application-query.ts'
import '../../web/styles.ts'

const path = '/new-account-opening/$step'
let applicationId = ''

/** As the server keeps it. */
let stored = { revision: 1, draft: completeDraft }
const application = () => ({
  ...{ applicationId, reference: 1_000_001, state: 'draft', startedAs: 'donor', startedBy: 'Ada Finch' },
  ...{
    changedAt: '2026-11-29T12:00:00Z',
    errors: {},
    message: null,
    signers: [],
    documents: [],
    fundId: null,
  },
  ...{
    mayEdit: true,
    maySend: true,
    maySign: false,
    mayAnswer: false,
    mayReturnToDraft: false,
    mayWithdraw: true,
  },
  ...stored,
})

const { fetched, show } = staffScreens(['ACCOUNT_CREATE_VIEW'])
/** The answers to saves: 200, or 409 where another save came before. */
const answers: number[] = []
const saveMs = 1_000

beforeEach(() => {
  applicationId = crypto.randomUUID()
  stored = { revision: 1, draft: completeDraft }
  answers.length = 0
  queryClient.clear()
  fetched.mockImplementation(async (address, request) => {
    if (request?.method === undefined || request.method === 'GET') {
      const { pathname } = new URL(String(address), window.location.href)
      return Response.json(pathname.endsWith(applicationId) ? application() : { data: [] })
    }
    const { revision, draft } = JSON.parse(String(request.body)).data.attributes
    const isLate = revision !== stored.revision
    if (!isLate) stored = { revision: revision + 1, draft: { ...stored.draft, ...draft } }
    const answer = application()
    await new Promise(resolve => setTimeout(resolve, saveMs))
    answers.push(isLate ? 409 : 200)
    return isLate
      ? Response.json(
          { type: 'urn:almoner:problem:conflict', title: 'Saved elsewhere', status: 409 },
          { status: 409 },
        )
      : Response.json(answer)
  })
})

const showStep = (step: string) =>
  show(<ApplicationPage />, { path, at: `/new-account-opening/${step}?application=${applicationId}` })
const goOn = () => page.getByRole('button', { name: 'Save and continue' }).click()

test('a step that is submitted is not saved a second time beside it', async () => {
  await showStep('account')
  await page.getByRole('textbox', { name: /^Account name/i }).fill('Heron Fund')
  await goOn()
  await expect.element(page.getByRole('heading', { name: 'Donors', level: 1 })).toBeVisible()
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(answers).toEqual([200])
  expect(stored.draft.account.accountName).toBe('Heron Fund')
})

test('a save that is on its way while the next step is submitted comes first', async () => {
  await showStep('account')
  await page.getByRole('textbox', { name: /^Account name/i }).fill('Heron Fund')
  await goOn()
  // The browser asks whether to leave while the step is sent: what is typed is saved behind it.
  window.dispatchEvent(new Event('beforeunload'))
  await expect.element(page.getByRole('heading', { name: 'Donors', level: 1 })).toBeVisible()
  await goOn()
  await expect.poll(() => answers.length, { timeout: 6_000 }).toBe(3)
  expect(answers).toEqual([200, 200, 200])
  await expect.element(page.getByRole('heading', { name: 'Advisor', level: 1 })).toBeVisible()
})

test('an answer that was read before a save does not replace that of the save', () => {
  const { queryKey, structuralSharing } = applicationQuery(applicationId)
  const saved = { ...application(), revision: 3 }
  expect(structuralSharing(saved, { ...application(), revision: 2 })).toBe(saved)
  expect(structuralSharing(saved, { ...saved, message: 'Who is Cy?' })).toMatchObject({
    message: 'Who is Cy?',
  })
  expect(structuralSharing(undefined, saved)).toBe(saved)
  expect(queryKey).toContainEqual({ params: { applicationId } })
})
