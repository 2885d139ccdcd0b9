import { stat } from 'node:fs/promises'
import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { publishedDay } from '../../../../domain/published-day.ts'
import { csvRecordReader } from './csv-records.ts'
import { ImportProblem } from './import-problem.ts'
import type { ImportFile } from './open-import.ts'
import { readLines } from './read-lines.ts'
import { formats } from './register-formats.ts'
import { headerOf, type RegisterName } from './register-row.ts'

/**
 * The files with their publication dates: the date in the file, else the typed `date`. The modification time only shows when
 * a file was copied, so it is not used. Throws ImportProblem for a path that is not a file, and for a date that is missing,
 * invalid, in the future, or contradicts the file.
 */
export async function datedFiles(
  register: RegisterName,
  paths: readonly string[],
  { date, today }: { date: string | undefined; today: IsoDate },
): Promise<ImportFile[]> {
  const typed = date === undefined ? null : typedDay(date, today)
  const files: ImportFile[] = []
  for (const path of paths) {
    await checkIsFile(path)
    const dayOfFile = await dayInFile(register, path, today)
    if (dayOfFile !== null && typed !== null && dayOfFile !== typed)
      throw new ImportProblem(`${path} says that it was published on ${dayOfFile}, not on ${typed}.`)
    const fileDate = dayOfFile ?? typed
    if (fileDate === null)
      throw new ImportProblem(
        `${path} does not say on which day it was published: give the day with --date YYYY-MM-DD.`,
      )
    files.push({ path, fileDate })
  }
  return files
}

function typedDay(date: string, today: IsoDate): IsoDate {
  const day = asIsoDate(date)
  if (day === null) throw new ImportProblem(`--date ${date} is not a day such as 2026-04-14.`)
  if (day > today) throw new ImportProblem(`--date ${date} is in the future.`)
  return day
}

async function checkIsFile(path: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined) throw new ImportProblem(`${path}: there is no such file`)
  if (facts.isDirectory()) throw new ImportProblem(`${path} is a folder: name the files in it.`)
  if (!facts.isFile()) throw new ImportProblem(`${path} is not a file.`)
}

/** Null where the register's files have no date. */
async function dayInFile(register: RegisterName, path: string, today: IsoDate): Promise<IsoDate | null> {
  const { dateColumn } = formats[register]
  if (dateColumn === null) return null
  const [header, first] = await firstRecords(path)
  const place = headerOf(header ?? []).indexOf(dateColumn)
  if (place === -1 || first === undefined) return null
  const text = first[place]?.trim() ?? ''
  const day = publishedDay(text)
  if (day === null)
    throw new ImportProblem(`${path}: ${dateColumn} "${text.slice(0, 40)}" is not a day such as 2026-04-14.`)
  if (day > today) throw new ImportProblem(`${path}: ${dateColumn} ${day} is in the future.`)
  return day
}

async function firstRecords(path: string): Promise<string[][]> {
  const reader = csvRecordReader()
  const found: string[][] = []
  for await (const batch of readLines(path)) {
    for (const record of reader.read(batch)) if ('fields' in record) found.push(record.fields)
    if (found.length >= 2) break
  }
  return found
}
