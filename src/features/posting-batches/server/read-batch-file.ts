import { createHash } from 'node:crypto'
import type { ReceivedUpload } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { isoDate } from '../../../domain/dates.ts'
import { collectGarbage } from '../../../server/heavy-work/collect-garbage.ts'
import { heavyJob } from '../../../server/heavy-work/heavy-job.ts'
import { heavyWork } from '../../../server/heavy-work/heavy-work.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import { WorkLimitExceeded } from '../../../server/heavy-work/run-in-thread.ts'
import type { ReadRow } from '../domain/batch-file.ts'
import type { BatchContext } from './batch-context.ts'
import type { WrongLines } from './batch-file.worker.ts'
import { type RowColumns, rowAt } from './row-columns.ts'

/** Five times what a file of a million lines takes (docs/benchmarks.md, batches of postings). */
const readJob = heavyJob<typeof import('./batch-file.worker.ts').default>({
  module: new URL('./batch-file.worker.ts', import.meta.url),
  cpuMs: 60_000,
  thread: 'own',
})

/** Before a file of some 100,000 lines is read, what is left of an earlier one is collected, so that not both are in memory. */
const largeBytes = 4 * 2 ** 20

/** A line to be decided about. `weight`: of its fund in a division; `arrearsMinor`: the part of a fee that earlier batches left waiting. */
export type RowToPlan = ReadRow & { line: number; weight: bigint | null; arrearsMinor: bigint }

/** Lines in the order of their accounts, which may be gone through again. `areOfFile`: people wrote them, and the program did not compute them. */
export type RowsToPlan = { length: number; areOfFile: boolean; each(): Iterable<RowToPlan> }

export type ReadBatch = {
  /** The SHA-256 of the file, in hexadecimal. */
  fileHash: string
  rows: RowsToPlan
  wrong: WrongLines
}

/** No entry is dated before it. */
const earliest = isoDate('1990-01-01')

/**
 * The lines of an uploaded file, read in a thread. Throws `validation` on `file` for one that cannot be read as a whole; what is wrong with a
 * line is told with the line.
 */
export async function readBatchFile(
  { upload }: { upload: ReceivedUpload },
  context: BatchContext,
): Promise<ReadBatch> {
  const { client, book, today } = context
  const rules = {
    locale: client.locale,
    currency: book.currency,
    maxAmountMinor: client.maxAmountMinor,
    earliest,
    today,
  }
  const parts: RowColumns[] = []
  const input = async () => {
    const bytes = await upload.read()
    if (bytes.length > largeBytes) await collectGarbage()
    return { bytes, rules }
  }
  try {
    const onPart = (part: RowColumns) => void parts.push(part)
    const { refusal, wrong } = await heavyWork.run(readJob, input, requesterOf(context), { onPart })
    if (refusal !== null) throw fieldProblem('file', refusal)
    return { fileHash: Buffer.from(upload.sha256).toString('hex'), rows: rowsInParts(parts), wrong }
  } catch (error) {
    if (error instanceof WorkLimitExceeded)
      throw fieldProblem(
        'file',
        'The file takes too long to read. Save it with fewer rows, or as a CSV file.',
      )
    throw error
  }
}

const rowsInParts = (parts: readonly RowColumns[]): RowsToPlan => ({
  areOfFile: true,
  length: parts.reduce((sum, { length }) => sum + length, 0),
  *each() {
    for (const part of parts)
      for (let at = 0; at < part.length; at += 1) yield { ...rowAt(part, at), weight: null, arrearsMinor: 0n }
  },
})

/** Lines that were computed. */
export function rowsOf(rows: readonly RowToPlan[]): RowsToPlan {
  const inOrder = rows.toSorted((one, other) => one.fundId - other.fundId || one.line - other.line)
  return { length: rows.length, areOfFile: false, each: () => inOrder }
}

/** The SHA-256 of texts, each on a line of its own, in hexadecimal. */
export function hashOfLines(lines: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(`${line}\n`)
  return hash.digest('hex')
}
