import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copiedColumns } from './staging-columns.ts'
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

/** Writes chunks one after another; the next one is read meanwhile. */
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
      await copyInto(client, wordTable(importId), [words.countLines()])
    },
  }
}

const wordTable = (importId: bigint) =>
  `register_staging.word_${importId} (word, word_hash, occurrences, near_keys)`

async function stageChunk(
  client: ClientBase,
  importId: bigint,
  words: WordCounter,
  chunk: PlacedChunk,
): Promise<void> {
  const staging = `register_staging.charity_${importId} (position, ${copiedColumns.join(', ')})`
  const refused = `register_staging.refused_${importId} (position, line, charity_id, damaged, reason, text)`
  await client.query('begin')
  try {
    await copyInto(client, staging, [...chunk.bytes, chunk.text])
    await copyInto(client, refused, [chunk.refused.join('')])
    await copyInto(client, wordTable(importId), [words.newLines()])
    await client.query(
      'update register_import_file set staged_lines = $3, complete = $4 where import_id = $1 and position = $2',
      [importId, chunk.position, chunk.lastLine, chunk.complete],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function copyInto(
  client: ClientBase,
  table: string,
  pieces: readonly (Buffer | string)[],
): Promise<void> {
  if (pieces.every(piece => piece.length === 0)) return
  const stream = client.query(copyFrom(`copy ${table} from stdin`))
  for (const piece of pieces) {
    if (!stream.write(piece)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}
