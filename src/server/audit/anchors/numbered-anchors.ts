import { anchorsOf, type SignedAnchor } from './anchor-file.ts'
import { type AnchorKey, isSigned } from './anchor-key.ts'

/** What is wrong with the anchors themselves, in a sentence. */
export class AnchorProblem extends Error {
  override name = 'AnchorProblem'
}

export type NumberedAnchors = {
  /** The next anchor whose event is `seq` or earlier; null where the next is later, or there is none. */
  upTo(seq: bigint): Promise<SignedAnchor['anchor'] | null>
  /** The next anchor whatever its event. */
  next(): Promise<SignedAnchor['anchor'] | null>
  /** The number of the last one given; 0 before the first. */
  lastNumber(): bigint
}

/**
 * Reads the realm's anchors out of one or more folders (of several copies of the program) in the order of their numbers,
 * checking each: signed, of this realm, none missing before it.
 *
 * @throws AnchorProblem as soon as one is not.
 */
export async function openAnchors(
  folders: readonly string[],
  realm: string,
  key: Pick<AnchorKey, 'public'>,
): Promise<NumberedAnchors> {
  const files = await Promise.all(folders.map(folder => anchorsOf(folder, realm)))
  const heads = await Promise.all(files.map(nextOf))
  let lastNumber = 0n

  const lowest = () => {
    let found = -1
    for (const [index, head] of heads.entries()) {
      const best = heads[found]
      if (head && (!best || head.anchor.number < best.anchor.number)) found = index
    }
    return found
  }
  const take = async (index: number) => {
    const signed = heads[index]
    const file = files[index]
    if (!signed || !file) return null
    const { anchor, signature } = signed
    if (anchor.realm !== realm || !isSigned(anchor, signature, key))
      throw new AnchorProblem(`anchor ${anchor.number} was altered or forged`)
    // The same number twice: the program ended between writing the file and telling the database.
    if (anchor.number > lastNumber + 1n)
      throw new AnchorProblem(missingAnchors(lastNumber + 1n, anchor.number - 1n))
    if (anchor.number < lastNumber)
      throw new AnchorProblem(`anchor ${anchor.number} stands after anchor ${lastNumber}`)
    lastNumber = anchor.number
    heads[index] = await nextOf(file)
    return anchor
  }
  return {
    upTo: async seq => {
      const index = lowest()
      const head = heads[index]
      return head && head.anchor.seq <= seq ? await take(index) : null
    },
    next: () => take(lowest()),
    lastNumber: () => lastNumber,
  }
}

export const missingAnchors = (from: bigint, to: bigint) =>
  from === to ? `anchor ${from} is missing` : `anchors ${from} to ${to} are missing`

async function nextOf(file: AsyncGenerator<SignedAnchor>): Promise<SignedAnchor | null> {
  const { value, done } = await file.next()
  return done ? null : value
}
