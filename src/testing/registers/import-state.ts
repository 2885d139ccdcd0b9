import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IsoDate } from '../../domain/dates.ts'
import { type ImportReport, importRegister } from '../../features/charities/server/import/import-register.ts'
import { irsHeader } from '../../features/charities/server/import/irs-format.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeCharity } from '../factories/make-charity.ts'
import { temporaryDirectory } from '../temporary/temporary-directory.ts'

/** A line of the IRS file; columns that are not given are those of a public charity. */
export type IrsLine = Pick<MadeCharity, 'number' | 'name'> & Record<string, string>

const publicCharity = {
  ...{ STREET: '400 MARKET ST', CITY: 'PHILADELPHIA', STATE: 'PA', ZIP: '19106-0000' },
  ...{ SUBSECTION: '03', DEDUCTIBILITY: '1', FOUNDATION: '15', STATUS: '01', ORGANIZATION: '1' },
}

/** The text of an IRS file with these lines. */
export const irsFile = (lines: readonly IrsLine[]): string =>
  [
    irsHeader,
    ...lines.map(({ number, name, ...columns }) => {
      const values: Record<string, string> = { EIN: number, NAME: name, ...publicCharity, ...columns }
      return irsHeader.map(column => values[column] ?? '')
    }),
  ]
    .map(cells => `${cells.join(',')}\n`)
    .join('')

/** Imports a state of the register: a file of one name, so that a charity that it no longer has is gone. */
export async function importState(
  databases: Databases,
  lines: readonly IrsLine[],
  fileDate: string,
  fileName = 'eo_states.csv',
): Promise<ImportReport> {
  const folder = temporaryDirectory('register-state')
  const path = join(folder, fileName)
  await writeFile(path, irsFile(lines))
  return await importRegister(databases.registrar(), {
    register: 'irs-bmf',
    // The tests write days.
    files: [{ path, fileDate: fileDate as IsoDate }],
    startedBy: 'test',
    refusedFolder: folder,
  })
}
