import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { nameContains, nameContainsWord } from './name-search.queries.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

async function isFound(name: string, typed: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${nameContains(sql`${name}::text`, typed)} as found`.execute(portal.databases.book('npt'))
  return rows[0]?.found ?? false
}

test.each([
  ['Siobhán O’Brien', "O'Brien"],
  ['Siobhán O’Brien', 'OBrien'],
  ['Siobhán O’Brien', 'obrien siobhan'],
  ["Siobhán O'Brien", 'O’Brien'],
  ['Siobhan OBrien', 'O‘Brien'],
  ['Siobhán OʼBrien', "O'Brien"],
  ['Siobhán O’Brien', 'Siobhan'],
  ['Siobhan O’Brien', 'Siobha\u0301n'],
  ['Minh-Châu Nguyễn Thị', 'nguyen minh chau'],
  ['Łukasz Brøndsted', 'lukasz brondsted'],
  ['Lukasz Brondsted', 'Łukasz'],
  ['Æon Straße', 'aeon strasse'],
  ['Ζωή Παπαδοπούλου', 'ζωη'],
  ['王小明', '小明'],
  ['Eleanor Whitcombe', 'whit'],
])('%s is found by %s (§5)', async (name, typed) => {
  expect(await isFound(name, typed)).toBe(true)
})

test.each([
  ['Siobhán O’Brien', 'OBrian'],
  ['Siobhán O’Brien', 'Siobhan Finch'],
  ['Siobhán O’Brien', '%'],
  ['Siobhán O’Brien', '- ’'],
])('%s is not found by %s (§5)', async (name, typed) => {
  expect(await isFound(name, typed)).toBe(false)
})

test('a word that is a column is compared in the same way', async () => {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${["O'BRIEN", 'SIOBHAN', '-', 'FINCH']}::text[]) word
      where ${nameContainsWord(sql`'Siobhán O’Brien'::text`, sql`word`)}`.execute(
    portal.databases.book('npt'),
  )
  expect(rows.map(({ word }) => word)).toEqual(["O'BRIEN", 'SIOBHAN'])
})
