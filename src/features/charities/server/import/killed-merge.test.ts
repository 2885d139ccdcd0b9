import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { killedAt, operatorEnvironment } from '../../../../testing/killed-at.ts'
import { irsFile } from '../../../../testing/registers/import-state.ts'
import { runCommand } from '../../../../testing/run-command.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'

// `kill -9` of `npm run import` while it merges the files of a register: while it adds a charity, and while it stores what changed.

let database: TestDatabase
const folder = temporaryDirectory('killed-merge')
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const stays = { number: '990000001', name: 'ONE THAT STAYS' }
const goes = { number: '990000002', name: 'ONE THAT GOES' }
const turns = { number: '990000003', name: 'ONE THAT TURNS' }
const comes = { number: '990000004', name: 'ONE THAT COMES' }

const states = {
  before: [stays, goes, turns],
  after: [stays, { ...turns, FOUNDATION: '04' }, comes],
}
const argumentsOf = (day: string) => ['irs-bmf', '--date', day, join(folder, 'eo_states.csv')]

async function write(state: keyof typeof states): Promise<void> {
  await writeFile(join(folder, 'eo_states.csv'), irsFile(states[state]))
}
const importIn = (day: string) =>
  runCommand(database, 'tools/import.ts', argumentsOf(day), operatorEnvironment(database))

/** What a grant relies on, and what the import says of it. */
async function register(): Promise<unknown> {
  const { rows: charities } = await database.admin.query(
    `select number, name, foundation, is_grantable, delisted_on is null as listed from charity
      where number like '99000000%' order by number`,
  )
  const { rows: changes } = await database.admin.query(
    'select charity_id, kinds from register_change order by charity_id',
  )
  return { charities, changes }
}

test('a register stands whole as before or as after, and the next import finishes what was killed', {
  timeout: 180_000,
}, async () => {
  await write('before')
  expect(importIn('2026-10-01').status).toBe(0)
  const before = await register()
  expect(before).toMatchObject({ changes: [], charities: [stays, goes, turns] })

  await write('after')
  const kill = { script: 'tools/import.ts', args: argumentsOf('2026-11-01') }
  await killedAt(database, { ...kill, table: 'charity', when: `new.number = '${comes.number}'` })
  expect(await register()).toEqual(before)
  await killedAt(database, { ...kill, table: 'register_change', when: 'true' })
  expect(await register()).toEqual(before)

  expect(importIn('2026-11-01')).toMatchObject({ status: 0 })
  const after = await register()
  expect(after).toMatchObject({
    charities: [
      { ...stays, listed: true },
      { ...goes, listed: false },
      { ...turns, foundation: '04', is_grantable: false },
      { ...comes, listed: true },
    ],
    changes: [{ kinds: ['gone'] }, { kinds: ['not-eligible'] }],
  })
  // Once more it is the same file.
  expect(importIn('2026-11-01').status).toBe(0)
  expect(await register()).toEqual(after)
})
