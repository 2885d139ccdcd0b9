import { randomUUID } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import type { DB } from '../../../server/db/schema.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { insertDetails } from './bank-details.queries.ts'
import { type CorrectionToPropose, encryptedDetails, proposeCorrections } from './propose-corrections.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const keys = () => portal.documentFiles.keys
const by = { userId: randomUUID(), name: 'Carl Collector' }

/** Charities with details in use, and a correction of each. */
async function corrections(count: number): Promise<CorrectionToPropose[]> {
  const prefix = randomUUID()
  const made = Array.from({ length: count }, (_, index) => `US-EIN-${prefix}-${index}`)
  const numbers = { country: 'US' as const, bank: '011000015', account: '12345678' }
  const decided = { decided_by: randomUUID(), decided_by_name: 'Two', decided_at: new Date(), note: 'Called' }
  await insertDetails(
    portal.databases.realm('npt'),
    made.map(charityId => ({
      ...encryptedDetails(keys(), 'npt', numbers),
      ...{ charity_id: charityId, holder_name: 'The charity', state: 'confirmed', reason: 'Their letter' },
      ...{ proposed_by: randomUUID(), proposed_by_name: 'One', proposed_at: new Date(), ...decided },
    })),
  )
  return made.map(charityId => ({
    noticeId: randomUUID(),
    charityId,
    corrected: { account: '55512345' },
    reason: 'Notice of change from the bank',
  }))
}

/** Proposes them, and counts the queries. */
async function propose(given: readonly CorrectionToPropose[], realmDb = portal.databases.realm('npt')) {
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const proposer = {
    client: npt,
    keys: keys(),
    at: new Date(),
    address: '127.0.0.1',
    by: { ...by, sessionId: null },
  }
  const db: Kysely<DB> = realmDb.withPlugin(counting)
  return { refused: await proposeCorrections(given, { ...proposer, realmDb: db }), queries }
}
const proposals = async (given: readonly CorrectionToPropose[]) =>
  (
    await portal.database.admin.query(
      `select count(*)::int as rows from charity_bank_details where state = 'proposed' and notice_id = any($1)`,
      [given.map(({ noticeId }) => noticeId)],
    )
  ).rows[0].rows

test('proposes up to 500 corrections with the queries of one', async () => {
  const [one, many] = [await corrections(1), await corrections(501)]
  const { queries } = await propose(one)
  expect(await propose(many.slice(1))).toEqual({ refused: new Map(), queries })
  expect(await proposals(many)).toBe(500)
  // Again, as after a crash: what is proposed stays, and the rest follows.
  for (const batch of [many.slice(0, 500), many.slice(500)])
    expect(await propose(batch)).toMatchObject({ refused: new Map() })
  expect(await proposals(many)).toBe(501)
  const { rows } = await portal.database.admin.query(
    `select count(*)::int as events from audit_event where user_id = $1 and kind = 'bank-details-entered'`,
    [by.userId],
  )
  expect(rows).toEqual([{ events: 502 }])
})

test('proposes each correction once when two people propose them at once', async () => {
  const given = await corrections(40)
  const answers = await Promise.all([propose(given), propose(given.toReversed())])
  expect(answers.map(({ refused }) => refused.size)).toEqual([0, 0])
  expect(await proposals(given)).toBe(40)
})

test('proposes one of several corrections of a charity, and says why the others wait', async () => {
  const [first] = await corrections(1)
  if (!first) throw new Error('one was made')
  const second = { ...first, noticeId: randomUUID(), corrected: { bank: '021000021' } }
  const invalid = { ...first, noticeId: randomUUID(), corrected: { bank: '123456789' } }
  const { refused } = await propose([first, second, invalid])
  expect([...refused]).toEqual([
    [second.noticeId, 'Other details of this charity are awaiting confirmation.'],
    [invalid.noticeId, 'The corrected number of the bank is not valid.'],
  ])
})
