import { hash } from 'node:crypto'
import type { Requester } from '../heavy-work/fair-queue.ts'
import { heavyJob } from '../heavy-work/heavy-job.ts'
import { heavyWork } from '../heavy-work/heavy-work.ts'
import { WorkLimitExceeded } from '../heavy-work/run-in-thread.ts'
import { retryLater } from '../http/retry-later.ts'
import { createDocumentCache } from './document-cache.ts'
import type { PdfDocument } from './pdf-document.ts'

/** Enough for a thousand letters of a payment run, the longest document that the portal draws. */
const drawJob = heavyJob<typeof import('./pdf.worker.ts').default>({
  module: new URL('./pdf.worker.ts', import.meta.url),
  cpuMs: 60_000,
  thread: 'shared',
})

const cache = createDocumentCache({ maxBytes: 32 * 1024 * 1024 })

/**
 * Draws a document in a thread, when it is the requester's turn.
 *
 * @throws Problem unavailable if it takes too much time or memory; as heavyWork.run; Error as writePdf.
 */
export async function drawPdf(
  document: Omit<PdfDocument, 'pictures'> & Partial<Pick<PdfDocument, 'pictures'>>,
  requester: Requester,
): Promise<Uint8Array> {
  try {
    return await heavyWork.run(drawJob, plainOf(document), requester)
  } catch (error) {
    if (!(error instanceof WorkLimitExceeded)) throw error
    throw retryLater('unavailable', 'We couldn’t make your document just now.', 30)
  }
}

/**
 * drawPdf for documents that people open again and again: each is drawn once, and kept in memory for as long as there is room. A document
 * that several people wait for is drawn in the first one's turn. `loadPictures` reads the pictures that the text names, whose bytes never
 * change.
 */
export async function drawKeptPdf(
  document: Omit<PdfDocument, 'pictures'>,
  requester: Requester,
  loadPictures: () => Promise<PdfDocument['pictures']> = async () => new Map(),
): Promise<Uint8Array> {
  const key = keyOf(document)
  return await cache.get(key, async () => {
    const pictures = await loadPictures()
    // Nobody else's document ends because the first person closed the page.
    return await drawPdf({ ...document, pictures }, { ...requester, signal: null })
  })
}

/** Digests of texts by the text, which stays the same object as long as it is published. */
const textDigests = new WeakMap<object, string>()

function keyOf({ text, ...document }: Omit<PdfDocument, 'pictures'>): string {
  const digest = textDigests.get(text) ?? hash('sha256', JSON.stringify(text))
  textDigests.set(text, digest)
  return hash('sha256', `${digest} ${JSON.stringify(plainOf({ ...document, text: [] }))}`)
}

/** Only what is drawn: a client's configuration has more than can be sent to a thread. */
function plainOf(
  document: Omit<PdfDocument, 'pictures'> & Partial<Pick<PdfDocument, 'pictures'>>,
): PdfDocument {
  const { name, logo, displayName, tagline, locale, support, footer } = document.client
  return {
    pictures: new Map(),
    ...document,
    client: { name, logo, displayName, tagline, locale, support, footer },
  }
}
