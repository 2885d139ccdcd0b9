import type { Requester } from '../../heavy-work/fair-queue.ts'
import { heavyJob } from '../../heavy-work/heavy-job.ts'
import { heavyWork } from '../../heavy-work/heavy-work.ts'
import { signDigest } from './cms.ts'
import { signatureBytes } from './seal-format.ts'
import type { Sealer } from './sealer.ts'

const prepareJob = heavyJob<typeof import('./prepare-seal.worker.ts').default>({
  module: new URL('./prepare-seal.worker.ts', import.meta.url),
  cpuMs: 30_000,
  thread: 'shared',
})

/**
 * Seals a document: appends the record of its signatures, if people signed it, and signs the whole file (PAdES baseline B-B, ETSI EN 319 142-1). The file
 * begins with the document's own bytes, so what was signed can be taken out of it and compared. A thread writes the file; the key stays
 * in the main thread, which signs the digest.
 *
 * @param record a PDF by writePdf; null for a document that only the portal issues, on whose last page there are no links.
 * @throws Error for a document that cannot be read or is encrypted; as heavyWork.run.
 */
export async function sealPdf(
  { document, record }: { document: Uint8Array; record: Uint8Array | null },
  about: { sealedBy: string; reason: string; at: Date },
  sealer: Sealer,
  requester: Requester,
): Promise<Buffer> {
  const { pdf, digest, signatureAt } = await heavyWork.run(prepareJob, { document, record, about }, requester)
  const sealed = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  const cms = await signDigest(Buffer.from(digest), sealer)
  if (cms.length > signatureBytes)
    throw new Error(`the signature has ${cms.length} of ${signatureBytes} bytes`)
  sealed.write(Buffer.from(cms).toString('hex'), signatureAt, 'latin1')
  return sealed
}
