import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { irsLines, writeLines } from '../../src/demo/demo-register.ts'
import { sizeOf } from '../sizes.ts'

/** The number of rows of the real extract. */
const generatedRows = sizeOf('BENCH_CHARITIES', { usual: 326_224, smallest: 2000 })

/** The IRS files of the data folder, or one file with as many invented rows, which is written into `folder`. */
export async function registerFiles(
  dataFolder: string | null,
  folder: string,
): Promise<{ paths: string[]; what: string }> {
  if (dataFolder !== null) {
    const irs = join(dataFolder, 'irs-bmf-2026-04')
    const paths = (await readdir(irs)).filter(name => name.endsWith('.csv.gz')).map(name => join(irs, name))
    return { paths, what: `${paths.length} IRS files` }
  }
  const path = join(folder, 'eo_generated.csv')
  await writeLines(path, irsLines(generatedRows))
  return { paths: [path], what: 'generated rows' }
}
