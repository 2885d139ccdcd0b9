import { checkpointsOf, type SignedCheckpoint } from './checkpoint-file.ts'
import { type CheckpointKey, isSigned } from './checkpoint-key.ts'

/** What is wrong with the anchors themselves, in a sentence. */
export class CheckpointProblem extends Error {
  override name = 'AnchorProblem'
}

export type NumberedCheckpoints = {
  /** The next anchor whose event is `seq` or earlier; null where the next is later, or there is none. */
  upTo(seq: bigint): Promise<SignedCheckpoint['checkpoint'] | null>
  /** The next anchor whatever its event. */
  next(): Promise<SignedCheckpoint['checkpoint'] | null>
  /** The number of the last one given; 0 before the first. */
  lastNumber(): bigint
}

/**
 * Reads the realm's anchors out of one or more folders (of several copies of the program) in the order of their numbers,
 * checking each: signed, of this realm, none missing before it.
 *
 * @throws AnchorProblem as soon as one is not.
 */
export async function openCheckpoints(
  folders: readonly string[],
  realm: string,
  key: Pick<CheckpointKey, 'public'>,
): Promise<NumberedCheckpoints> {
  const files = await Promise.all(folders.map(folder => checkpointsOf(folder, realm)))
  const heads = await Promise.all(files.map(nextOf))
  let lastNumber = 0n

  const lowest = () => {
    let found = -1
    for (const [index, head] of heads.entries()) {
      const best = heads[found]
      if (head && (!best || head.checkpoint.number < best.checkpoint.number)) found = index
    }
    return found
  }
  const take = async (index: number) => {
    const signed = heads[index]
    const file = files[index]
    if (!signed || !file) return null
    const { checkpoint, signature } = signed
    if (checkpoint.realm !== realm || !isSigned(checkpoint, signature, key))
      throw new CheckpointProblem(`anchor ${checkpoint.number} was altered or forged`)
    // The same number twice: the program ended between writing the file and telling the database.
    if (checkpoint.number > lastNumber + 1n)
      throw new CheckpointProblem(missingCheckpoints(lastNumber + 1n, checkpoint.number - 1n))
    if (checkpoint.number < lastNumber)
      throw new CheckpointProblem(`anchor ${checkpoint.number} stands after anchor ${lastNumber}`)
    lastNumber = checkpoint.number
    heads[index] = await nextOf(file)
    return checkpoint
  }
  return {
    upTo: async seq => {
      const index = lowest()
      const head = heads[index]
      return head && head.checkpoint.seq <= seq ? await take(index) : null
    },
    next: () => take(lowest()),
    lastNumber: () => lastNumber,
  }
}

export const missingCheckpoints = (from: bigint, to: bigint) =>
  from === to ? `anchor ${from} is missing` : `anchors ${from} to ${to} are missing`

async function nextOf(file: AsyncGenerator<SignedCheckpoint>): Promise<SignedCheckpoint | null> {
  const { value, done } = await file.next()
  return done ? null : value
}
