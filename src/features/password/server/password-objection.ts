import type { Client } from '../../../tenants/client.ts'
import { contextWords } from '../domain/guessing-cost.ts'
import { lengthObjection } from '../domain/password-length.ts'
import { guessability } from './guessing/guessability.ts'

/** Whose password it is to be. */
export type PasswordOwner = { ssoId: string; email: string; firstName: string; lastName: string }

/** Below this a password is put together from too few known pieces: two known passwords and a sign come to 5. */
const lowestCost = 6
/** Below this zxcvbn thinks that some 250 million guesses find it: two words and a number, a word at the keyboard's edge. */
const lowestGuessesLog10 = 8.4

/** Said of the client, besides its own names. */
const clientWords = ['almoner', 'giving', 'donor', 'fund', 'charity', 'grant', 'portal', 'account']

/** README prints it, and the programs that make the demonstration set it by another way. */
const demonstrationPassword = 'almonerdemo'

const stolen =
  'This password is on a list of stolen passwords, so it would be tried first. Choose another one.'

/**
 * Why a password is not taken, in a sentence for whoever chose it; null: it is. ASVS 5.0, 6.2: a length, no rule about kinds
 * of signs, and nothing that others have used before or that can be told from the person or the client.
 */
export async function passwordObjection(
  password: string,
  owner: PasswordOwner,
  client: Pick<Client, 'name' | 'displayName'>,
): Promise<string | null> {
  const tooShort = lengthObjection(password)
  if (tooShort !== null) return tooShort
  const folded = password.normalize('NFKC').toLowerCase()
  if (compacted(folded).includes(demonstrationPassword))
    return 'This is the password of the demonstration, which everybody knows. Choose another one.'
  const names = [owner.ssoId, owner.email, owner.firstName, owner.lastName, client.name, client.displayName]
  const context = contextWords([...names, ...clientWords])
  const { isBreached, cost, pieces, guessesLog10 } = await guessability({ password, context })
  if (isBreached) return stolen
  if (cost < lowestCost && pieces.has('context'))
    return 'This password is made of your name or ours and little else. Choose words that have nothing to do with either.'
  if (namesWithin(names, folded))
    return 'This password contains your name or ours. Choose words that have nothing to do with either.'
  if (cost < lowestCost && pieces.has('common'))
    return 'This password is made of a well-known one and little else. Add two or three words that do not belong together.'
  if (cost < lowestCost || guessesLog10 < lowestGuessesLog10)
    return 'This password is a pattern or a phrase that is tried first. Choose three or four words that do not belong together.'
  return null
}

const compacted = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names of four letters and more anywhere, shorter ones as a word by themselves: 'Lee' is in 'sleep' too. */
function namesWithin(names: readonly string[], folded: string): boolean {
  const words = folded.split(/[^\p{L}]+/u)
  return names.some(name => {
    const text = name.normalize('NFKC').toLowerCase().trim()
    const parts = [text, text.split('@')[0] ?? '', compacted(text)]
    return parts.some(part =>
      part.length >= 4
        ? folded.includes(part) || compacted(folded).includes(part)
        : part.length >= 2 && words.includes(part),
    )
  })
}
