import { readDocument } from './read-document.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

// Runs in a thread of its own for each file (examine-file.ts).

/** `content`: a file of an editor. `document`: a document of an account. */
type FileToExamine = { bytes: Uint8Array; purpose: 'content' | 'document' }

/** The file to store, or the reason why it is rejected. */
type Examination = ReadFile | { refusal: string }

// The PDF library logs warnings about unusual files. Content of uploaded files must not appear in the log.
console.warn = () => undefined

export default async function examine({ bytes, purpose }: FileToExamine): Promise<Examination> {
  try {
    return await (purpose === 'content' ? readFile(bytes) : readDocument(bytes))
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.message }
    throw error
  }
}
