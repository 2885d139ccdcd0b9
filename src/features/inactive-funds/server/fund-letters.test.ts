import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { block, editing, makeEditor } from '../../../testing/content-editors.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { inactiveFundCalls } from '../../../testing/inactive-fund-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { downloadInactiveFundLetter } from '../inactive-funds.contract.ts'
import { contentOfLetter, type StoredLetter, storedLetter } from './fund-letter.ts'

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let worker: JobWorker | null = null
let one: Person
let calls: ReturnType<typeof inactiveFundCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  one = await makeStaff(portal)
  calls = inactiveFundCalls(portal)
})
afterAll(async () => {
  await worker?.stop()
  await portal.close()
})

const startWorker = async (documentFiles = portal.documentFiles) => {
  await worker?.stop()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings, documentFiles })
}
const mailsOf = async ({ accountId }: MadeFund) =>
  (
    await portal.database.admin.query<{ to_address: string; body: string; subject: string }>(
      `select to_address, body, subject from outgoing_mail where account_id = $1 and kind = 'inactive-fund-letter'`,
      [accountId],
    )
  ).rows
const documentsOf = async ({ accountId }: MadeFund) =>
  (
    await portal.database.admin.query<{
      document_id: string
      key_id: string
      data_key: Buffer
      state: string
    }>(
      `select document_id, key_id, data_key, state from document where account_id = $1 and state = 'stored'`,
      [accountId],
    )
  ).rows

test('a letter goes to the donors and the advisor, is stored once, and says until when to answer', async () => {
  const fund = await makeFund(portal, { accountName: 'The Rowan Fund' })
  const advisor = await makePersonOf(portal, fund, 'primary_advisor')
  await makePersonOf(portal, fund, 'viewer')
  const key = randomUUID()
  expect((await calls.send(one, fund.accountId, key)).status).toBe(200)
  expect((await calls.send(one, fund.accountId, key)).status).toBe(200)
  const again = await calls.send(one, fund.accountId)
  expect(again.status).toBe(409)
  expect(again.problem.detail).toBe('A letter to this fund was written today.')
  await startWorker()
  await jobsDone(portal)
  const mails = await mailsOf(fund)
  expect(mails.map(({ to_address: to }) => to).toSorted()).toEqual(
    [fund.donor.user.email, advisor.user.email].toSorted(),
  )
  expect(mails[0]?.body).toContain('Please let us know by November 20, 2027.')
  expect(mails[0]?.body).toContain('The Rowan Fund')
  const { reply } = await calls.show(one, fund.accountId)
  expect(reply.steps).toMatchObject([{ kind: 'letter', byName: 'Prudence Gale' }])
  const link = await portal.call(
    downloadInactiveFundLetter,
    { params: { accountId: fund.accountId, stepId: reply.steps[0]?.stepId ?? '' } },
    { as: one.session },
  )
  expect(link.reply.href).toContain('/documents/')
  expect(await documentsOf(fund)).toHaveLength(1)
})

test('of two who send at once one letter is written', async () => {
  const fund = await makeFund(portal)
  const two = await makeStaff(portal)
  const answers = await Promise.all([calls.send(one, fund.accountId), calls.send(two, fund.accountId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a letter is a tagged PDF with the people, the fund and the day, in either English', async () => {
  const letter: StoredLetter = storedLetter({
    date: '2026-11-20',
    fundId: 1234567,
    accountName: 'The Rowan Fund',
    people: [
      { name: 'Ada Rowan', address: ['5 Fen Road', 'Erie, PA 16501', 'United States'] },
      { name: 'Ben Rowan', address: [] },
    ],
    answerBy: '2027-11-20',
    title: 'Your Donor-Advised Fund',
    text: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'We have not heard from you.' }] }],
  })
  const { npt } = await import('../../../clients/configuration/npt.ts')
  const { drawPdf } = await import('../../../server/pdf/draw-pdf.ts')
  const { portalOf } = await import('../../../server/heavy-work/requester.ts')
  const bytes = await drawPdf(
    {
      title: letter.title,
      text: contentOfLetter(letter, npt),
      client: npt,
      origin: '',
      versionOf: null,
      createdAt: clock.now(),
    },
    portalOf(npt),
  )
  expect(await pdfFaults(bytes, { locale: 'en-US' })).toEqual([])
  const { structure } = await readPdf(Buffer.from(bytes))
  for (const part of ['Ada Rowan, Ben Rowan', '5 Fen Road', 'Account ID 1234567', 'November 20, 2027'])
    expect(structure.text).toContain(part)
})

test('is filed and mailed once after the program was killed while it stored the letter', {
  timeout: 120_000,
}, async () => {
  await worker?.stop()
  worker = null
  const fund = await makeFund(portal)
  const { reply } = await calls.send(one, fund.accountId)
  const folder = temporaryDirectory('killed-letter')
  await killProgram(portal.database, 'fund-letter-program.ts', { folder, stepId: reply.steps[0]?.stepId })
  expect(await documentsOf(fund)).toEqual([])
  const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
  await startWorker(documentFiles)
  await jobsDone(portal)
  const stored = await documentsOf(fund)
  expect(stored).toHaveLength(1)
  expect(await mailsOf(fund)).toHaveLength(1)
  expect(keyOfDocument('npt', stored[0]?.document_id ?? '')).toContain('account-documents')
})

test('a text that is too long for a letter is refused with a sentence, and nothing is stored or sent', async () => {
  const fund = await makeFund(portal)
  const [writer, approver] = [await makeEditor(portal), await makeEditor(portal, { name: 'Felix' })]
  const { approve, save, submit } = editing(portal)
  const params = { kind: 'block', name: 'inactive-fund-letter' } as const
  // Each word becomes a paragraph of its own.
  expect((await save(writer, params, block('**we**\n\n'.repeat(3_000), 'Your fund'))).status).toBe(200)
  expect((await submit(writer, params)).status).toBe(200)
  expect((await approve(approver, params, 1)).status).toBe(200)
  // The program keeps what it read before for a moment.
  const sendToAnother = async () => (await calls.send(one, (await makeFund(portal)).accountId)).status
  await expect.poll(sendToAnother, { timeout: 10_000 }).toBe(409)
  const { status, problem } = await calls.send(one, fund.accountId)
  expect({ status, detail: problem.detail }).toEqual({
    status: 409,
    detail: 'The text of this letter is too long. An editor can shorten it.',
  })
  expect((await calls.show(one, fund.accountId)).reply.steps).toEqual([])
  expect(await mailsOf(fund)).toEqual([])
})
