import type { Endpoint, Sent } from '../../contract/endpoint.ts'
import { expectedBytesHeader, totalRowsHeader } from '../../contract/list.ts'
import { Problem } from '../../contract/problems.ts'
import { fetchReply } from '../api/call.ts'
import { saveBytes } from '../api/save-bytes.ts'
import { connectionProblem } from '../errors/connection.ts'

/** How far a download is: an estimate by the bytes that have arrived. Null for a list that is too long to count. */
export type DownloadProgress = { rows: number; totalRows: number } | null

/**
 * Downloads the file of an endpoint and hands it to the browser, which saves it. Throws a Problem, or the signal's AbortError.
 *
 * @returns the name of the file and the number of its rows, if they were counted.
 */
export async function downloadFile<const E extends Endpoint & { file: true }>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
): Promise<{ name: string; totalRows: number | null }> {
  const response = await fetchReply(endpoint, sent, { signal })
  const counted = response.headers.get(totalRowsHeader)
  const totalRows = counted === null ? null : Number(counted)
  const expectedBytes = Number(
    response.headers.get(expectedBytesHeader) ?? response.headers.get('content-length') ?? 0,
  )
  const parts: BlobPart[] = []
  let received = 0
  const reader = response.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      received += part.value.byteLength
      // An estimate never says that a file is complete.
      const share = expectedBytes === 0 ? 0 : Math.min(0.99, received / expectedBytes)
      onProgress(totalRows === null ? null : { rows: Math.floor(share * totalRows), totalRows })
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw connectionProblem()
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export'
  saveBytes(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
  return { name, totalRows }
}

/** Why a download failed. The server says so where it refused it, for example until when many people are downloading files. */
export const downloadFailure = (failure: unknown, otherwise: string): string =>
  (failure instanceof Problem ? failure.detail : undefined) ?? otherwise
