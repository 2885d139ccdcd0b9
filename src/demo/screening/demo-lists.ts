import { join } from 'node:path'
import type { Pool } from 'pg'
import { isoDate } from '../../domain/dates.ts'
import { importList } from '../../features/screening/server/import/import-list.ts'
import { readList } from '../../features/screening/server/import/read-list.ts'
import { inTemporaryFolder, irsLines, writeLines } from '../demo-register.ts'
import { inventedLists, ukPerson } from './invented-lists.ts'

/** As the invented UK list says. */
const listDate = isoDate('2026-11-20')
const nameColumn = 1
const endOfFile = '\u001a'
const none = '-0- '

/** A charity of the demonstration's register that may receive no grant anyway, so that nothing waits because of it. */
export function listedCharity(): string {
  const [, first = ''] = [...irsLines(1)]
  return first.split(',')[nameColumn] ?? ''
}

/** Who applies for an account of the demonstration, and bears nearly the name of somebody else of the same age on both lists. */
export const listedApplicant = {
  firstName: 'Octavia',
  lastName: 'Vesperel',
  birthDate: '1984-09-02',
} as const

const namesake = { surname: 'Vesperell', given: ['Oktavia'], birthYear: 1984, country: 'Panama' }
const namesakeLines = {
  sdn: `90001,"VESPERELL, Oktavia","individual","SDGT"${`,${none}`.repeat(7)},"DOB 03 May 1984; nationality Panama."`,
  uk: ukPerson(900, namesake),
}

/**
 * Imports invented sanctions lists through the same importer as the real ones: the same every time. One charity of the
 * register is on OFAC's, and the name of an applicant is much like one on both. `registrar` is a pool of the role registrar.
 */
export async function importDemoLists(registrar: Pool): Promise<void> {
  const { sdn, add, alt, uk } = inventedLists({ persons: 40, entities: 25 })
  const listed = [`90000,"${listedCharity()}"`, none, 'SSI', ...Array.from({ length: 8 }, () => none)].join(
    ',',
  )
  const { sdn: sdnLine, uk: ukLine } = namesakeLines
  const ofac = {
    ...{ 'sdn.csv': [sdnLine, ...sdn], 'add.csv': add, 'alt.csv': alt },
    ...{ 'cons_prim.csv': [listed], 'cons_add.csv': [endOfFile], 'cons_alt.csv': [endOfFile] },
  }
  await inTemporaryFolder(async folder => {
    for (const [list, files] of [
      ['ofac', ofac],
      ['uk', { 'uk.csv': [...uk, ukLine] }],
    ] as const) {
      const paths = Object.keys(files).map(name => join(folder, name))
      for (const [name, lines] of Object.entries(files)) await writeLines(join(folder, name), lines)
      const typedDate = list === 'ofac' ? listDate : undefined
      const read = await readList(list, paths, { typedDate, today: listDate })
      await importList(registrar, read, { importedBy: 'demonstration', confirmedReason: null })
    }
  })
}
