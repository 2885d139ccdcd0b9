import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IsoDate } from '../../domain/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import {
  countMailTo,
  type MailSender,
  maxMailsOfPerson,
  maxMailsToAddress,
  sweepCausedMail,
} from './mail-limit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const monday = '2026-11-23' as IsoDate
const tuesday = '2026-11-24' as IsoDate
const count = (sender: MailSender, to: string, { day = monday, realm = 'npt' } = {}) =>
  countMailTo(database.databases.realm(realm), 'a secret', { sender, to, day })
const anAddress = () => `${randomUUID()}@people.example`

async function countedOf(sender: MailSender, addresses: readonly string[]): Promise<number> {
  const counted = await Promise.all(addresses.map(to => count(sender, to)))
  return counted.filter(Boolean).length
}

test('counts a sender’s mails to one address, by day, realm and sender', async () => {
  const sender = { kind: 'person' as const, userId: randomUUID() }
  const to = anAddress()
  const spellings = Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? to : ` ${to.toUpperCase()}`))
  expect(await countedOf(sender, spellings)).toBe(maxMailsToAddress)
  expect(await count(sender, to, { day: tuesday })).toBe(true)
  expect(await count(sender, to, { realm: 'rathbones' })).toBe(true)
  expect(await count({ kind: 'person' as const, userId: randomUUID() }, to)).toBe(true)
  expect(await count(sender, anAddress())).toBe(true)
})

test('counts a person’s mails to all addresses; a network, which an office shares, has no such limit', async () => {
  const addresses = Array.from({ length: maxMailsOfPerson + 10 }, anAddress)
  expect(await countedOf({ kind: 'person' as const, userId: randomUUID() }, addresses)).toBe(maxMailsOfPerson)
  expect(await countedOf({ kind: 'visitor', address: '198.51.100.9' }, addresses)).toBe(addresses.length)
})

test('counts the addresses of one IPv6 network as one sender', async () => {
  const to = anAddress()
  const counted = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      count({ kind: 'visitor', address: `2001:db8:1:2::${index + 1}` }, to),
    ),
  )
  expect(counted.filter(Boolean)).toHaveLength(maxMailsToAddress)
})

test('stores neither addresses nor people, and forgets earlier days', async () => {
  const sender = { kind: 'person' as const, userId: randomUUID() }
  const to = anAddress()
  await count(sender, to)
  await count(sender, to, { day: tuesday })
  const { rows } = await database.admin.query('select * from caused_mail')
  expect(JSON.stringify(rows)).not.toContain(sender.userId)
  await sweepCausedMail(database.databases.realm('npt'), tuesday)
  const days = await database.admin.query(`select distinct day::text from caused_mail where realm = 'npt'`)
  expect(days.rows).toEqual([{ day: tuesday }])
})
