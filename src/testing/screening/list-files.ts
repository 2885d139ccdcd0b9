import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inventedLists, ukHeader, ukRow } from '../../demo/screening/invented-lists.ts'
import { isoDate } from '../../domain/dates.ts'
import { readList } from '../../features/screening/server/import/read-list.ts'

export const today = isoDate('2026-11-28')
export const { persons, sdn, add, alt } = inventedLists({ persons: 12, entities: 8 })
export const parts = ['sdn', 'add', 'alt', 'cons_prim', 'cons_add', 'cons_alt'] as const
type Parts = Partial<Record<(typeof parts)[number], string | Buffer>>

const none = '-0- '
const consolidated = `90000,"ZANDEK RELIEF FOUNDATION",${none},SSI${`,${none}`.repeat(8)}\n`
export const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

/** Writes files of lists into a folder and reads them. */
export function listFiles(folder: string) {
  async function file(name: string, content: string | Buffer): Promise<string> {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }

  async function readOfac(changed: Parts = {}, typedDate: string | undefined = '2026-11-20') {
    const content: Required<Parts> = {
      ...{ sdn: text(sdn), add: text(add), alt: text(alt) },
      ...{ cons_prim: consolidated, cons_add: '\u001a', cons_alt: '\u001a', ...changed },
    }
    const paths: string[] = []
    for (const part of parts) paths.push(await file(`${part}.csv`, content[part]))
    return await readList('ofac', paths, { typedDate, today })
  }

  async function readUk(content: string | Buffer, name = 'uk.csv') {
    return await readList('uk', [await file(name, content)], { typedDate: undefined, today })
  }
  return { file, readOfac, readUk }
}

export const ukText = (date: string, ...rows: Parameters<typeof ukRow>[0][]) =>
  text([`Report Date: ${date}`, ukHeader, ...rows.map(ukRow)])
export const ukEntry = (number: string, name: string, more: Parameters<typeof ukRow>[0] = {}) => ({
  ...{ 'Unique ID': number, 'Name 6': name, 'Name type': 'Primary Name', 'Designation Type': 'Entity' },
  ...more,
})
