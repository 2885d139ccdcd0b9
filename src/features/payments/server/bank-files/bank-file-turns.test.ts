import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { camtFile } from '../../../../testing/payments/camt.ts'
import { paymentCalls } from '../../../../testing/payments/payment-calls.ts'
import { applyBankFile } from '../../bank-files.contract.ts'
import { bankFileTurns } from './bank-file-turns.ts'
import { readBankFile } from './read-bank-file.ts'

const { accountNumber: account, routingNumber: bank } = npt.payments
const own = { bankCode: bank, accountNumber: account, currency: 'USD', csv: null, others: [] } as const
let portal: TestApp
let one: Person
let calls: ReturnType<typeof paymentCalls>

beforeAll(async () => {
  portal = await startTestApp()
  one = await makeStaff(portal)
  calls = paymentCalls(portal)
})
afterAll(() => portal.close())

const statementOf = (reference: string) =>
  camtFile([{ account, bank, entries: [{ amount: '1.00', side: 'CRDT', servicerRef: reference }] }])

test('a file waits until the one before it was planned', async () => {
  const end = await bankFileTurns.enter({ client: 'ubs', person: 'another', signal: null })
  const preview = calls.previewFile(statementOf('WAITS'), one)
  const isDone = vi.fn()
  void preview.then(isDone)
  // Other requests are answered meanwhile.
  for (let time = 0; time < 5; time += 1) expect((await calls.bankFiles(one)).status).toBe(200)
  expect(isDone).not.toHaveBeenCalled()
  end()
  expect((await preview).status).toBe(200)
})

test('a turn ends also where a file is refused, and where a repeated command is answered as before', async () => {
  expect((await calls.previewFile('hello', one)).status).toBe(400)
  const text = statementOf('REPEATED')
  const { planHash } = (await calls.previewFile(text, one)).reply
  const apply = () =>
    portal.call(
      applyBankFile,
      { query: { name: 'a.xml', planHash, confirmed: '' }, upload: new Uint8Array(Buffer.from(text)) },
      { as: one.session, idempotencyKey: '018f0000-0000-7000-8000-000000000001' },
    )
  expect((await apply()).status).toBe(200)
  expect((await apply()).status).toBe(200)
  expect((await calls.previewFile(text, one)).status).toBe(200)
})

test('a statement of 19 MB with all that banks say of an entry is read', async () => {
  const count = 17_000
  const details = `<NtryDtls><TxDtls><Refs><MsgId>MESSAGE</MsgId><EndToEndId>E2E-1</EndToEndId></Refs>${'<RltdPties><Cdtr><Nm>A charity of some town</Nm><PstlAdr><Ctry>US</Ctry><AdrLine>1 Main Street</AdrLine><AdrLine>Erie PA</AdrLine></PstlAdr></Cdtr></RltdPties>'.repeat(5)}</TxDtls></NtryDtls></Ntry>`
  const plain = camtFile([
    {
      account,
      bank,
      entries: Array.from({ length: count }, (_none, index) => ({
        amount: `${index + 1}.00`,
        side: 'DBIT' as const,
        servicerRef: `REFERENCE-${index}`,
      })),
    },
  ])
  const text = plain.replaceAll('</Ntry>', details)
  expect(text.length).toBeGreaterThan(18_000_000)
  const requester = { client: 'npt', person: 'ana', signal: null }
  const { lines } = await readBankFile(async () => new Uint8Array(Buffer.from(text)), own, requester)
  expect(lines).toHaveLength(count)
  expect(lines.at(-1)).toMatchObject({
    amountMinor: 17_000_00n,
    movement: { endToEndId: 'E2E-1', entry: { reference: 'REFERENCE-16999' } },
  })
}, 60_000)
