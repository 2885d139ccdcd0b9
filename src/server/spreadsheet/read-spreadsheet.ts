import type { Requester } from '../heavy-work/fair-queue.ts'
import { heavyJob } from '../heavy-work/heavy-job.ts'
import { heavyWork } from '../heavy-work/heavy-work.ts'
import { WorkLimitExceeded } from '../heavy-work/run-in-thread.ts'
import { type SpreadsheetLimits, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

export { hiddenColumnProblem, SpreadsheetProblem, type SpreadsheetRow } from './spreadsheet-problem.ts'

/** Five times what the largest file that is accepted takes (docs/benchmarks.md, fairness). */
const readJob = heavyJob<typeof import('./spreadsheet.worker.ts').default>({
  module: new URL('./spreadsheet.worker.ts', import.meta.url),
  cpuMs: 5_000,
  thread: 'own',
})

const tooMuch = 'The file takes too long to read. Save it with fewer rows, or as a CSV file.'

/**
 * Reads an uploaded file in a thread: the first visible sheet of a workbook (.xlsx, .ods), or a text file with separators; detected by its
 * content.
 *
 * @param read gives the bytes when it is the requester's turn.
 * @returns the rows with text, each cell as text: numbers plain, with the currency that their format shows, dates as YYYY-MM-DD.
 * @throws SpreadsheetProblem with a sentence for people; as heavyWork.run.
 */
export async function readSpreadsheet(
  read: () => Promise<Uint8Array>,
  limits: SpreadsheetLimits,
  requester: Requester,
): Promise<SpreadsheetRow[]> {
  const rows: SpreadsheetRow[] = []
  try {
    const input = async () => ({ bytes: await read(), limits })
    const onPart = (part: SpreadsheetRow[]) => {
      rows.push(...part)
    }
    const { refusal } = await heavyWork.run(readJob, input, requester, { onPart })
    if (refusal !== null) throw new SpreadsheetProblem(refusal)
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw new SpreadsheetProblem(tooMuch)
    throw error
  }
  return rows
}
