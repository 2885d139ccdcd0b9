import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptedFiles } from '../../../server/files/encrypted-files.ts'
import { folderFiles } from '../../../server/files/folder-files.ts'
import { makeSealerPem } from '../../../server/signatures/seal/make-sealer.ts'
import { readSealer, type Sealer } from '../../../server/signatures/seal/sealer.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { testDocumentKeys } from '../../../testing/document-keys.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { postingTime } from '../../../testing/posting-world.ts'
import { receiptCalls } from '../../../testing/receipt-calls.ts'
import type { ReceiptStep } from '../../../testing/receipt-program.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { issueReceipt } from './issue-receipt.ts'
import { addMissingReceipts } from './poll-receipts.ts'

const clock = testClock(postingTime)
let portal: TestApp
let sealer: Sealer
// No worker runs here: the test itself runs the job, or the program that it kills.
beforeAll(async () => {
  portal = await startTestApp({ clock })
  sealer = readSealer(await makeSealerPem('Almoner test', clock.now()), 'The seal')
})
afterAll(() => portal.close())

test.each<[string, readonly ReceiptStep[]]>([
  ['after the posting', []],
  ['once its receipt has a number', ['before-bytes']],
  ['once its receipt has a number, and again with its document', ['before-bytes', 'after-bytes']],
])(
  'a contribution whose program is killed %s gets one receipt, which the poll finds',
  { timeout: 180_000 },
  async (_when, steps) => {
    const folder = temporaryDirectory('killed')
    const [fund, staff] = [await makeFund(portal), await makeStaff(portal)]
    const calls = receiptCalls({ portal, fund, staff, clock })
    const { contributionId } = await calls.receive()
    for (const step of steps)
      await killProgram(portal.database, 'receipt-program.ts', {
        ...{ folder, contributionId, step },
        now: clock.now().toISOString(),
      })
    const numbered = await calls.receiptsOf(contributionId)
    expect(numbered).toHaveLength(steps.length === 0 ? 0 : 1)
    expect(numbered.flatMap(({ document_id: documentId }) => documentId ?? [])).toEqual([])

    const db = portal.databases.book('npt')
    clock.advance(6 * 60_000)
    expect(await addMissingReceipts(db, clock.now())).toBe(1)
    await issueReceipt.run(
      { contributionId },
      {
        ...{ ...jobSettings, db, origin: { book: 'npt' }, mailer: null, sealer, clock },
        documentFiles: encryptedFiles(folderFiles(folder), testDocumentKeys),
        signal: new AbortController().signal,
      },
    )
    const [receipt, ...more] = await calls.receiptsOf(contributionId)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({
      state: 'issued',
      document_id: expect.any(String),
      amount_minor: '123456',
    })
    if (numbered[0]) expect(receipt?.number).toBe(numbered[0].number)
    const stored = await calls.query(
      `select state from document where account_id = $1 and state <> 'removed'`,
      fund.accountId,
    )
    expect(stored).toEqual([{ state: 'stored' }])
    expect(await addMissingReceipts(db, clock.now())).toBe(0)
  },
)
