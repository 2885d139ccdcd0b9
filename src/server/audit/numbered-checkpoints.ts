import { readCheckpoints, type SignedCheckpoint } from './checkpoint-file.ts'
import { type CheckpointKey, isSigned } from './checkpoint-key.ts'

/** A fault in the checkpoints themselves. */
export class CheckpointError extends Error {
  override name = 'CheckpointError'
}

export type NumberedCheckpoints = {
  /** The next checkpoint if its event is `seq` or earlier, else null. */
  upTo(seq: bigint): Promise<SignedCheckpoint['checkpoint'] | null>
  /** The next checkpoint, or null at the end. */
  next(): Promise<SignedCheckpoint['checkpoint'] | null>
  /** The number of the last returned checkpoint; 0 before the first. */
  lastNumber(): bigint
}

/**
 * Merges the checkpoints of several folders, one for each instance of the server, in the order of their numbers. It verifies
 * the signature, the realm and the sequence.
 *
 * @throws CheckpointError at the first fault.
 */
export async function openCheckpoints(
  folders: readonly string[],
  realm: string,
  key: Pick<CheckpointKey, 'public'>,
): Promise<NumberedCheckpoints> {
  const files = await Promise.all(folders.map(folder => readCheckpoints(folder, realm)))
  const heads = await Promise.all(files.map(nextOf))
  let lastNumber = 0n

  const lowest = () => {
    let found = -1
    for (const [index, head] of heads.entries()) {
      const lowestHead = heads[found]
      if (head && (!lowestHead || head.checkpoint.number < lowestHead.checkpoint.number)) found = index
    }
    return found
  }
  const consume = async (index: number) => {
    const signed = heads[index]
    const file = files[index]
    if (!signed || !file) return null
    const { checkpoint, signature } = signed
    if (checkpoint.realm !== realm || !isSigned(checkpoint, signature, key))
      throw new CheckpointError(`checkpoint ${checkpoint.number} was altered or forged`)
    // A number appears twice if the server stopped between writing the file and committing the transaction.
    if (checkpoint.number > lastNumber + 1n)
      throw new CheckpointError(missingCheckpoints(lastNumber + 1n, checkpoint.number - 1n))
    if (checkpoint.number < lastNumber)
      throw new CheckpointError(`checkpoint ${checkpoint.number} is after checkpoint ${lastNumber}`)
    lastNumber = checkpoint.number
    heads[index] = await nextOf(file)
    return checkpoint
  }
  return {
    upTo: async seq => {
      const index = lowest()
      const head = heads[index]
      return head && head.checkpoint.seq <= seq ? await consume(index) : null
    },
    next: () => consume(lowest()),
    lastNumber: () => lastNumber,
  }
}

export const missingCheckpoints = (from: bigint, to: bigint) =>
  from === to ? `checkpoint ${from} is missing` : `checkpoints ${from} to ${to} are missing`

async function nextOf(file: AsyncGenerator<SignedCheckpoint>): Promise<SignedCheckpoint | null> {
  const { value, done } = await file.next()
  return done ? null : value
}
