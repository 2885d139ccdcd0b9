import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import {
  addProposalDocument,
  listProposals,
  proposalFields,
  proposeCharity,
  withdrawProposal,
} from '../proposals.contract.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const fields = {
  name: 'Harbour Street Choir',
  town: 'Whitby',
  taxId: '',
  website: 'www.harbour-choir.example',
  why: 'It sings in care homes.',
}
const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const propose = (about: Partial<typeof fields> = {}, key = randomUUID(), as = fund.donor.session) =>
  portal.call(
    proposeCharity,
    { params: { fundId: fund.fundId }, body: body({ ...fields, ...about }) },
    { as, idempotencyKey: key },
  )
const list = async (of = fund) =>
  (await portal.call(listProposals, { params: { fundId: of.fundId } }, { as: of.donor.session })).reply.data

test('a charity is proposed with supporting documents, and its progress is shown; a repeat creates no second proposal', async () => {
  const key = randomUUID()
  const { reply } = await propose({}, key)
  expect((await propose({}, key)).reply.number).toBe(reply.number)
  expect(reply).toMatchObject({
    state: 'received',
    website: 'https://www.harbour-choir.example/',
    documents: [],
  })
  const document = await portal.call(
    addProposalDocument,
    {
      params: { fundId: fund.fundId, proposalId: reply.proposalId },
      query: { name: 'constitution.pdf' },
      upload: new Uint8Array(pdfOf()),
    },
    { as: fund.donor.session },
  )
  expect(document.reply.documents).toEqual(['constitution.pdf'])
  expect(await list()).toHaveLength(1)
  const withdrawal = {
    params: { fundId: fund.fundId, proposalId: reply.proposalId },
    body: body({}),
  }
  for (let count = 0; count < 2; count += 1)
    expect((await portal.call(withdrawProposal, withdrawal, { as: fund.donor.session })).reply.state).toBe(
      'withdrawn',
    )
  const late = await portal.call(
    addProposalDocument,
    { params: withdrawal.params, query: { name: 'late.pdf' }, upload: new Uint8Array(pdfOf()) },
    { as: fund.donor.session },
  )
  expect(late.status).toBe(409)
})

test('refuses an invalid website', async () => {
  const { status, problem } = await propose({ website: 'javascript:alert(1)' })
  expect(status).toBe(400)
  expect(Object.keys(problem?.errors ?? {})).toEqual(['website'])
})

test.each(['name', 'town', 'why'] as const)('the form and the server ask for the %s', field => {
  expect(z.safeParse(proposalFields, { ...fields, [field]: ' ' }).error?.issues[0]?.path).toEqual([field])
})

test('another fund sees nothing of it, and a viewer proposes nothing', async () => {
  const { reply } = await propose()
  const other = await makeFund(portal)
  expect(await list(other)).toEqual([])
  const withdrawal = { params: { fundId: other.fundId, proposalId: reply.proposalId }, body: body({}) }
  expect((await portal.call(withdrawProposal, withdrawal, { as: other.donor.session })).status).toBe(404)
  const viewer = await makePersonOf(portal, fund, 'viewer')
  expect((await propose({}, randomUUID(), viewer.session)).status).toBe(400)
})
