import { expect, test } from 'vitest'
import { sanctionsListsOfBook } from '../../clients/sanctions-lists.ts'
import { readScreeningLists, screenNames } from '../../features/screening/server/screen-names.ts'
import { createTestDatabase } from '../../testing/database/database.ts'
import { importDemoRegister } from '../demo-register.ts'
import { demoPeople } from '../people/demo-users.ts'
import { importDemoLists, listedApplicant, listedCharity } from './demo-lists.ts'

test('of the demonstration’s charities and people, only the charity and the applicant that are meant to be are found on a list', async () => {
  const database = await createTestDatabase()
  await importDemoRegister(database.databases.registrar())
  await importDemoLists(database.databases.registrar())
  const db = database.databases.book('nptuk')
  const lists = await readScreeningLists(db, sanctionsListsOfBook('nptuk'))
  expect(lists.missing).toEqual([])
  const { rows: charities } = await database.admin.query<{ name: string }>(
    'select name from charity order by 1',
  )
  const people = Object.values(demoPeople).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const applicant = `${listedApplicant.firstName} ${listedApplicant.lastName}`
  const names = [
    // As the application says it.
    { name: applicant, kind: 'person' as const, birthYear: Number(listedApplicant.birthDate.slice(0, 4)) },
    ...charities.map(({ name }) => ({ name, kind: 'organization' as const })),
    ...people.map(name => ({ name, kind: 'person' as const })),
  ]
  const found = await screenNames(lists, names, { client: 'nptuk', person: 'portal', signal: null })
  expect(charities.length).toBeGreaterThan(5_000)
  expect(names.filter((_name, at) => found[at]?.length !== 0).map(({ name }) => name)).toEqual([
    applicant,
    listedCharity(),
  ])
  // On both lists, so that it is found at each client.
  expect(found[0]).toHaveLength(2)
  await database.drop()
}, 120_000)
