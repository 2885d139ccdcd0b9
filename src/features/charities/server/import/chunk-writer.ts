import type { ClientBase } from 'pg'
import { copyLines, copyWords, setStagedLines } from './staging.queries.ts'
import type { WordCounter } from './word-counter.ts'

/** Lines are encoded early, because long-lived strings slow down the garbage collector. */
export type Chunk = { rows: number; text: string; bytes: Buffer[]; refused: string[] }

const bytesPerPiece = 256 * 1024

export const emptyChunk = (): Chunk => ({ rows: 0, text: '', bytes: [], refused: [] })

export function addLine(chunk: Chunk, line: string): void {
  chunk.text += line
  if (chunk.text.length < bytesPerPiece) return
  chunk.bytes.push(Buffer.from(chunk.text))
  chunk.text = ''
}

/** A chunk with its end position; both are committed together. */
type PlacedChunk = Chunk & { position: number; lastLine: number; complete: boolean }

export type ChunkWriter = ReturnType<typeof chunkWriter>

/** Writes chunks one after another, while the next one is read. */
export function chunkWriter(client: ClientBase, importId: bigint, words: WordCounter) {
  let pending = Promise.resolve()

  return {
    /** Waits for the chunk before this one, and throws if that one failed. */
    async write(chunk: PlacedChunk): Promise<void> {
      await pending
      pending = stageChunk(client, importId, words, chunk)
      // The next `await` reports the failure; this handler only avoids an unhandled rejection.
      pending.catch(() => {})
    },
    /** Waits for the last chunk and stages the word counts. */
    async end(): Promise<void> {
      await pending
      await copyWords(client, importId, words.countLines())
    },
  }
}

async function stageChunk(
  client: ClientBase,
  importId: bigint,
  words: WordCounter,
  chunk: PlacedChunk,
): Promise<void> {
  await client.query('begin')
  try {
    await copyLines(client, importId, {
      charities: [...chunk.bytes, chunk.text],
      refused: chunk.refused.join(''),
      words: words.newLines(),
    })
    await setStagedLines(client, importId, chunk)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
