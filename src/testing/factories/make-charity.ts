import { randomInt } from 'node:crypto'
import type { Pool } from 'pg'
import { clients } from '../../clients/clients.ts'
import { searchWords } from '../../features/charities/domain/name-key.ts'
import { nearKeys } from '../../features/charities/domain/near-words.ts'
import { wordKey } from '../../features/charities/domain/synonyms.ts'
import {
  nothingKnown,
  type RegisterName,
  type RegisterRow,
  searchColumns,
} from '../../features/charities/server/import/register-row.ts'
import type { Databases } from '../../server/db/pools.ts'

export type MadeCharity = { charityId: string; name: string; number: string }

/** The first register from which a book's client selects charities (§13). */
export function registerOf(book: string): RegisterName {
  const client = Object.values(clients).find(each => each.book.name === book)
  const register = (['irs-bmf', 'uk'] as const).find(each => client?.charityRegisters.includes(each))
  if (!register) throw new Error(`no client has the book ${book}`)
  return register
}

/**
 * Creates an eligible charity (§13) that the search finds: a public charity of the IRS file, or with `register: 'uk'` one of
 * England and Wales. Tests can set any column of the register.
 */
export async function makeCharity(
  databases: Databases,
  about: Partial<RegisterRow> & { leftOn?: string } = {},
): Promise<MadeCharity> {
  const { leftOn = null, register = 'irs-bmf', ...overrides } = about
  const row: RegisterRow = { ...(await unusedCharity(databases, register)), ...overrides }
  const words: string[] = []
  const search = searchColumns(row, key => {
    const found = searchWords(key)
    words.push(...found)
    return found.map(wordKey)
  })
  const registrar = databases.registrar()
  const importId = await makeImport(registrar, register)
  const columns: Record<string, unknown> = {
    ...snakeCased(row),
    name_key: search.nameKey,
    name_hash: search.nameHash,
    address_hash: search.addressHash,
    search_keys: search.searchKeys,
    is_grantable: search.isGrantable,
    row_hash: randomInt(2 ** 40),
    source_file: `${register}-made.csv`,
    source_line: 2,
    source_import: importId,
    first_import: importId,
    changed_import: importId,
    delisted_import: leftOn === null ? null : importId,
    delisted_on: leftOn,
  }
  const names = Object.keys(columns)
  await registrar.query(
    `insert into charity (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(columns),
  )
  for (const word of words) {
    const { rowCount } = await registrar.query(
      `insert into charity_word (word, word_key, frequency) values ($1, $2, 1) on conflict (word) do nothing`,
      [word, wordKey(word)],
    )
    if (rowCount === 1)
      await registrar.query(
        'insert into charity_word_variant (variant_key, word) select unnest($1::int[]), $2',
        [nearKeys(word), word],
      )
  }
  return { charityId: row.charityId, name: row.name, number: row.number }
}

/** A charity whose number no other has. */
async function unusedCharity(databases: Databases, register: RegisterName): Promise<RegisterRow> {
  const row = register === 'uk' ? ukCharity() : irsCharity()
  const { rowCount } = await databases
    .registrar()
    .query('select from charity where charity_id = $1', [row.charityId])
  return rowCount === 0 ? row : await unusedCharity(databases, register)
}

/** Records a finished import as the source of the charity. */
async function makeImport(registrar: Pool, register: RegisterName): Promise<string> {
  const { rows } = await registrar.query<{ import_id: string }>(
    `insert into register_import (register, state, started_by, finished_at) values ($1, 'done', 'factory', now())
     returning import_id`,
    [register],
  )
  const importId = rows[0]?.import_id
  if (importId === undefined) throw new Error('the import was not recorded')
  await registrar.query(
    `insert into register_import_file (import_id, position, file_name, sha256, file_date, complete)
     values ($1, 0, $2, $3, '2026-11-01', true)`,
    [importId, `${register}-made.csv`, '0'.repeat(64)],
  )
  return importId
}

function irsCharity(): RegisterRow {
  const number = String(randomInt(10_000_000, 99_999_999)).padStart(9, '0')
  return {
    ...nothingKnown,
    charityId: `US-EIN-${number}`,
    register: 'irs-bmf',
    number,
    name: `RIVERSIDE FOOD PANTRY ${number}`,
    street: '400 MARKET ST',
    city: 'PHILADELPHIA',
    state: 'PA',
    postalCode: '19106-0000',
    subsection: '03',
    affiliation: '3',
    classification: '1000',
    rulingMonth: '199804',
    deductibility: '1',
    foundation: '15',
    organization: '1',
    status: '01',
    taxPeriod: '202512',
    ntee: 'K31',
    assetsWholeUnits: '410000',
    incomeWholeUnits: '920000',
    revenueWholeUnits: '905000',
  }
}

function ukCharity(): RegisterRow {
  const number = String(randomInt(1_000_000, 1_999_999))
  return {
    ...nothingKnown,
    charityId: `GB-CHC-${number}`,
    register: 'uk',
    number,
    name: `Candlewick Hospice ${number}`,
    city: 'London',
    postalCode: 'EC4N 0XX',
  }
}

function snakeCased(row: RegisterRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
