import { Piscina } from 'piscina'
import { Problem } from '../../contract/problems.ts'
import { minuteMs } from '../../domain/durations.ts'
import type { PdfDocument } from './pdf-document.ts'

const timeoutMs = minuteMs
/** Documents that may wait, because each is held in memory. Piscina does not count those with a signal in `maxQueue`. */
const maxWaiting = 16
/** Where Node keeps compiled code, if it does: the thread would otherwise compile the libraries again. */
const compileCache = process.env.NODE_COMPILE_CACHE

let waiting = 0
let threads: Piscina<PdfDocument, Uint8Array> | undefined

/** One thread, which starts with the first document and ends when there was none for half a minute. */
function startThreads(): Piscina<PdfDocument, Uint8Array> {
  return new Piscina({
    filename: new URL('./pdf.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // The thread gets neither the server's secrets nor its command-line options.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
  })
}

/**
 * writePdf for documents that people do not wait for together with others, or that may be long: drawing would block the event loop.
 * Pictures are not carried to the thread.
 *
 * @throws Problem unavailable if too many documents wait, or one takes longer than a minute; Error as writePdf.
 */
export async function writePdfInThread(document: Omit<PdfDocument, 'pictures'>): Promise<Uint8Array> {
  if (waiting >= maxWaiting) throw tooBusy()
  threads ??= startThreads()
  // Only what is drawn: a client's configuration has more than can be sent to a thread.
  const { name, logo, displayName, tagline, locale, support, footer } = document.client
  const client = { name, logo, displayName, tagline, locale, support, footer }
  const timeout = AbortSignal.timeout(timeoutMs)
  waiting += 1
  try {
    return await threads.run({ ...document, client, pictures: new Map() }, { signal: timeout })
  } catch (error) {
    throw timeout.aborted ? tooBusy() : error
  } finally {
    waiting -= 1
  }
}

const tooBusy = () =>
  new Problem('unavailable', {
    detail: 'We couldn’t make your document just now. Please try again in a minute.',
    retryAfterS: 30,
  })
