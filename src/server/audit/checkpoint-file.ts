import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Checkpoint } from './checkpoint-key.ts'

/** A line of the file: an anchor with the signature that vouches for it. */
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

/** One file a realm, a line of JSON an anchor. */
export const checkpointFile = (folder: string, realm: string) => join(folder, `${realm}.jsonl`)

/** The anchor as it stands in the file and in the log. */
export function checkpointAsText({ checkpoint, signature }: SignedCheckpoint): z.infer<typeof line> {
  return {
    realm: checkpoint.realm,
    number: String(checkpoint.number),
    seq: String(checkpoint.seq),
    hash: checkpoint.hash.toString('hex'),
    at: checkpoint.at.toISOString(),
    signature: signature.toString('hex'),
  }
}

/** Makes the folder, for nobody else to read. @throws when nothing can be written there. */
export async function prepareCheckpointFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK | constants.X_OK)
}

/** Adds a line and waits until the disk has it; what a power cut left of an earlier line is closed first. */
export async function appendCheckpoint(folder: string, signed: SignedCheckpoint): Promise<void> {
  await prepareCheckpointFolder(folder)
  const file = await open(checkpointFile(folder, signed.checkpoint.realm), 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const isTorn = size > 0 && last.toString() !== '\n'
    await file.appendFile(`${isTorn ? '\n' : ''}${JSON.stringify(checkpointAsText(signed))}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The anchors of a realm in the order of the file, as far as it reached when this was called; none where there is no file. A line that cannot
 * be read gives nothing: its number will be missed.
 */
export async function checkpointsOf(
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
  return size === 0 ? nothing() : linesOf(path, size)
}

async function* nothing(): AsyncGenerator<SignedCheckpoint> {}

async function* linesOf(path: string, size: number): AsyncGenerator<SignedCheckpoint> {
  const lines = createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity })
  for await (const text of lines) {
    const read = readLine(text)
    if (read) yield read
  }
}

function readLine(text: string): SignedCheckpoint | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  const { success, data } = line.safeParse(given)
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
