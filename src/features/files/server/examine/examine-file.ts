import type { ReceivedUpload } from '../../../../contract/endpoint.ts'
import { fieldProblem } from '../../../../contract/problems.ts'
import type { Requester } from '../../../../server/heavy-work/fair-queue.ts'
import { heavyJob } from '../../../../server/heavy-work/heavy-job.ts'
import { heavyWork } from '../../../../server/heavy-work/heavy-work.ts'
import { WorkLimitExceeded } from '../../../../server/heavy-work/run-in-thread.ts'
import type { ReadFile } from './read-file.ts'

export const examineJob = heavyJob<typeof import('./examine-file.worker.ts').default>({
  module: new URL('./examine-file.worker.ts', import.meta.url),
  cpuMs: 8_000,
  thread: 'own',
})

const ownTools = { heavyWork, job: examineJob }

type Upload = Pick<ReceivedUpload, 'read'>

const advice = 'Simplify it, for example by printing it to a PDF, or reduce the size of the picture.'
const excesses = {
  time: `The file takes too long to check. ${advice}`,
  memory: `The file takes too much memory to check. ${advice}`,
} as const satisfies Record<WorkLimitExceeded['limit'], string>

/**
 * Examines a file in a separate thread, when it is the requester's turn. Pictures are decoded and encoded again; PDFs are parsed, checked
 * and written again.
 *
 * @returns the file to store.
 * @throws Problem validation on `file` with the reason if the file is rejected; as heavyWork.run.
 */
export async function examineFile(upload: Upload, requester: Requester, tools = ownTools): Promise<ReadFile> {
  return await examine(upload, 'content', requester, tools)
}

/** The same for a document of an account: a PDF is only checked, and stays as it is (read-document.ts). */
export async function examineDocument(upload: Upload, requester: Requester): Promise<ReadFile> {
  return await examine(upload, 'document', requester, ownTools)
}

async function examine(
  upload: Upload,
  purpose: 'content' | 'document',
  requester: Requester,
  { heavyWork, job }: typeof ownTools,
): Promise<ReadFile> {
  try {
    const input = async () => ({ bytes: await upload.read(), purpose })
    const examination = await heavyWork.run(job, input, requester)
    if ('refusal' in examination) throw fieldProblem('file', examination.refusal)
    return examination
  } catch (error) {
    if (error instanceof WorkLimitExceeded) throw fieldProblem('file', excesses[error.limit])
    throw error
  }
}
