import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeApplication } from '../../../testing/factories/make-application.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { killedAt, operatorEnvironment } from '../../../testing/killed-at.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { listFiles, ukEntry, ukText } from '../../../testing/screening/list-files.ts'
import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { emptyShare } from '../../account-opening/domain/draft.ts'
import { stopSentences } from '../domain/finding.ts'
import { paymentStops, screenGrants } from './payment-stops.ts'
import { screenBook } from './screen-everybody.ts'

// `kill -9` of `npm run import` while it stores a list, and of the program while it stores what it found in the list.

const book = 'rathbones'
const folder = temporaryDirectory('killed-screening')
const { file } = listFiles(folder)
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const rows = async (statement: string, values: unknown[] = []) =>
  (await portal.database.admin.query(statement, values)).rows

const killed = (table: string, when: string, script: string, args: readonly string[]) =>
  killedAt(portal.database, { table, when, script, args })

const applicants = 250

test('a list and what is found in it stand whole or not at all, nothing is paid in between, and the next start continues', {
  timeout: 180_000,
}, async () => {
  const fund = await makeFund(portal, { book })
  const listed = await makeCharity(portal.databases, { register: 'uk', name: 'Zandek Relief Fund' })
  const amountMinor = 500_00n
  const grants = [
    await makeGrant(portal, fund, { charityId: listed.charityId, amountMinor }),
    await makeGrant(portal, fund, { amountMinor }),
  ]
  // More than are stored together.
  const successors = Array.from({ length: applicants }, (_each, at) => ({
    ...emptyShare(0),
    ...{ name: `Ada Kestrel${'abcdefghij'[at % 10]}`, percentage: '1' },
  }))
  await makeApplication(portal.databases, { book, draft: { successors } })
  const db = portal.databases.book(book)
  const settings = { book, at: portal.clock.now() }
  await screenGrants(db, grants, { ...settings, requester: { client: book, person: 'portal', signal: null } })
  const stops = async () => {
    const found = await paymentStops(db, grants, { book, approver: null })
    return grants.map(grantId => found.get(grantId) ?? 'free')
  }
  expect(await stops()).toEqual(['free', 'free'])

  const entries = ['Zandek Relief Fund', 'Morvat Shipping', 'Kelbrin Bank'].map((name, at) =>
    ukEntry(`UK${at}`, name),
  )
  const args = ['--list', 'uk', await file('uk.csv', ukText('20-Nov-2026', ...entries))]
  const stored = () =>
    rows(
      `select (select count(*)::int from sanctions_entry where list = 'uk') as entries,
         (select count(*)::int from sanctions_list_version where list = 'uk') as versions,
         (select count(*)::int from audit_event where kind = 'sanctions-list-imported' and realm = $1) as events`,
      [book],
    )
  const before = await stored()
  await killed('sanctions_entry', `new.number = 'UK1'`, 'tools/import.ts', args)
  expect(await stored()).toEqual(before)
  expect(await stops()).toEqual(['free', 'free'])
  expect(
    runCommand(portal.database, 'tools/import.ts', args, operatorEnvironment(portal.database)).status,
  ).toBe(0)
  expect(await stored()).toEqual([{ entries: 3, versions: 2, events: 1 }])

  // A version that was not compared yet stops everything, also after a part of it was.
  const waits = [stopSentences['not-screened'], stopSentences['not-screened']]
  expect(await stops()).toEqual(waits)
  const screened = () =>
    rows(
      `select count(*)::int as people, count(distinct subject_id)::int as once,
         (select count(*)::int from screening_finding where realm = $1) as findings
       from screened_subject where realm = $1 and list = 'uk'
         and version_id = (select max(version_id) from sanctions_list_version where list = 'uk')`,
      [book],
    )
  const { host, port, database } = portal.database.connection
  const argument = JSON.stringify({ server: { host, port, database }, book })
  // Charities come first, and in the first slice with them people.
  await killed('screening_finding', 'true', 'src/testing/screening-program.ts', [argument])
  expect(await screened()).toEqual([{ people: 0, once: 0, findings: 0 }])
  expect(await stops()).toEqual(waits)
  const isLast = `new.subject_id like '% successor 99'`
  await killed('screened_subject', isLast, 'src/testing/screening-program.ts', [argument])
  expect(await screened()).toEqual([{ people: 200, once: 200, findings: 1 }])
  expect((await stops())[0]).toBe(stopSentences.found)

  const { clock } = portal
  await screenBook(db, { book, clock, signal: new AbortController().signal })
  const [all] = await screened()
  expect(all.people).toBeGreaterThan(applicants)
  expect(all).toEqual({ people: all.people, once: all.people, findings: 1 })
  expect(await stops()).toEqual([stopSentences.found, 'free'])
})
