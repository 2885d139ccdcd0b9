import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { ukHeader } from '../../../../demo/screening/invented-lists.ts'
import {
  listFiles,
  parts,
  sdn,
  text,
  today,
  ukEntry,
  ukText,
} from '../../../../testing/screening/list-files.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'
import { readList } from './read-list.ts'

const folder = temporaryDirectory('sanctions-files')
const { file, readOfac, readUk } = listFiles(folder)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('reading refuses', () => {
  const plain = ukText('20-Nov-2026', ukEntry('UK1', 'Zandek Trading'))
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'an OFAC list without its day',
      () =>
        readList(
          'ofac',
          parts.map(part => join(folder, `${part}.csv`)),
          { typedDate: undefined, today },
        ),
      /give the day with --date/,
    ],
    ['a day that does not exist', () => readOfac({}, '2026-02-30'), /is not a day/],
    ['a day in the future', () => readOfac({}, '2026-11-29'), /is in the future/],
    [
      'a part of OFAC’s files',
      () => readList('ofac', [join(folder, 'sdn.csv')], { typedDate: '2026-11-20', today }),
      /Missing: add\.csv, alt\.csv/,
    ],
    [
      'a file that is cut off within a record',
      () => readOfac({ sdn: text(sdn).slice(0, 700) }),
      /sdn\.csv.*(another form|do not match)/,
    ],
    [
      'a file that is cut off within quotation marks',
      () => readUk(plain.slice(0, -8)),
      /line 3 has quotation marks that do not match/,
    ],
    [
      'another charset',
      () => readUk(Buffer.from(plain.replace('Zandek', 'Zändek'), 'latin1')),
      /is not a text file in UTF-8/,
    ],
    [
      'what a spreadsheet program calls Unicode text',
      () => readUk(Buffer.from(plain, 'utf16le')),
      /is not a text file in UTF-8/,
    ],
    ['a workbook', () => readUk(Buffer.from('PK\u0003\u0004\u0000')), /is not a text file/],
    ['an empty file', () => readUk(''), /the file is empty/],
    ['a file without entries', () => readUk(text(['Report Date: 20-Nov-2026', ukHeader])), /no entries/],
    [
      'the web page of an error',
      () => readUk('<!doctype html>\n<p>Not found</p>\n'),
      /does not say the date of the report/,
    ],
    ['a damaged gzip file', () => readUk(gzipSync(plain).subarray(0, 60)), /damaged or cut off/],
    [
      'an entry without a name',
      () => readUk(ukText('20-Nov-2026', ukEntry('UK1', '—'))),
      /Entry UK1 has no name/,
    ],
    ['a folder', () => readList('uk', [folder], { typedDate: undefined, today }), /is not a file/],
    [
      'a missing file',
      () => readList('uk', [join(folder, 'gone.csv')], { typedDate: undefined, today }),
      /no such file/,
    ],
    [
      'another date than the file’s',
      () => readList('uk', [join(folder, 'dated.csv')], { typedDate: '2026-11-21', today }),
      /is of 2026-11-20, not of 2026-11-21/,
    ],
  ])('%s', async (_what, read, sentence) => {
    await readOfac()
    await file('dated.csv', plain)
    await expect(read()).rejects.toMatchObject({
      name: 'ListImportProblem',
      message: expect.stringMatching(sentence),
    })
  })

  test('reads a file with a byte order mark and Windows line ends', async () => {
    const read = await readUk(
      `\ufeff${ukText('20/11/2026', ukEntry('UK1', 'Zändek "Star" Trading')).replaceAll('\n', '\r\n')}`,
    )
    expect(read).toMatchObject({ listDate: '2026-11-20', perhapsCutOff: [] })
    expect(read.entries[0]?.names[0]?.name).toBe('Zändek "Star" Trading')
  })
})
