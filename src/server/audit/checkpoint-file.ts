import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Checkpoint } from './checkpoint-key.ts'

/** A line of the checkpoint file. */
export type SignedCheckpoint = { checkpoint: Checkpoint; signature: Buffer }

const hex = z.string().regex(/^([0-9a-f]{2})+$/)
const count = z.string().regex(/^[1-9]\d{0,17}$/)
const line = z.object({
  realm: z.string(),
  number: count,
  seq: count,
  hash: hex,
  at: z.iso.datetime(),
  signature: hex,
})

/** The checkpoint file of a realm, in JSON Lines. */
export const checkpointFile = (folder: string, realm: string) => join(folder, `${realm}.jsonl`)

/** A checkpoint as written to the file and to the log. */
export function toCheckpointLine({ checkpoint, signature }: SignedCheckpoint): z.infer<typeof line> {
  return {
    realm: checkpoint.realm,
    number: String(checkpoint.number),
    seq: String(checkpoint.seq),
    hash: checkpoint.hash.toString('hex'),
    at: checkpoint.at.toISOString(),
    signature: signature.toString('hex'),
  }
}

/** Creates the folder, readable by its owner only. @throws if the folder is not writable. */
export async function prepareCheckpointFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK | constants.X_OK)
}

/** Appends a line and flushes it to disk. An incomplete last line, left by a power failure, is terminated first. */
export async function appendCheckpoint(folder: string, signed: SignedCheckpoint): Promise<void> {
  await prepareCheckpointFolder(folder)
  const file = await open(checkpointFile(folder, signed.checkpoint.realm), 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const isIncomplete = size > 0 && last.toString() !== '\n'
    await file.appendFile(`${isIncomplete ? '\n' : ''}${JSON.stringify(toCheckpointLine(signed))}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The checkpoints of a realm in the order of the file, up to its current end; none if there is no file. Invalid lines are
 * skipped: verification notices their missing numbers.
 */
export async function readCheckpoints(
  folder: string,
  realm: string,
): Promise<AsyncGenerator<SignedCheckpoint>> {
  const path = checkpointFile(folder, realm)
  const size = await stat(path).then(
    found => found.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
  return size === 0 ? noCheckpoints() : readLines(path, size)
}

async function* noCheckpoints(): AsyncGenerator<SignedCheckpoint> {}

async function* readLines(path: string, size: number): AsyncGenerator<SignedCheckpoint> {
  const lines = createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity })
  for await (const text of lines) {
    const parsed = parseLine(text)
    if (parsed) yield parsed
  }
}

function parseLine(text: string): SignedCheckpoint | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const { success, data } = line.safeParse(json)
  if (!success) return null
  const { realm, number, seq, hash, at, signature } = data
  const checkpoint = {
    realm,
    number: BigInt(number),
    seq: BigInt(seq),
    hash: Buffer.from(hash, 'hex'),
    at: new Date(at),
  }
  return { checkpoint, signature: Buffer.from(signature, 'hex') }
}
