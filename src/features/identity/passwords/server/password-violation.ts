import type { Client } from '../../../../clients/client.ts'
import { lengthViolation } from '../domain/password-length.ts'
import { contextWords } from '../domain/password-strength.ts'
import { guessability } from './guessability.ts'

/** The person whose password is checked. */
export type PasswordOwner = { ssoId: string; email: string; firstName: string; lastName: string }

/** A password below this cost consists of too few known pieces. Two known passwords and a symbol cost 5. */
const minCost = 6
/** Below this, zxcvbn estimates at most 250 million guesses: two words and a number, for example. */
const minGuessesLog10 = 8.4

/** Words about the client, besides its own names. */
const clientWords = ['almoner', 'giving', 'donor', 'fund', 'charity', 'grant', 'portal', 'account']

/** The README publishes it. The seed data sets it without this check. */
const demonstrationPassword = 'almonerdemo'

const stolen = 'This password is on a list of stolen passwords. Choose another one.'

/**
 * Why a password is rejected, as a sentence for the person; null if it is accepted. ASVS 5.0, 6.2: a minimum length, no rule
 * about character classes, no breached password and nothing derived from the person or the client.
 */
export async function passwordViolation(
  password: string,
  owner: PasswordOwner,
  client: Pick<Client, 'name' | 'displayName'>,
): Promise<string | null> {
  const tooShort = lengthViolation(password)
  if (tooShort !== null) return tooShort
  const folded = password.normalize('NFKC').toLowerCase()
  if (compacted(folded).includes(demonstrationPassword))
    return 'This is the demonstration’s password, which everyone knows. Choose another one.'
  const names = [owner.ssoId, owner.email, owner.firstName, owner.lastName, client.name, client.displayName]
  const context = contextWords([...names, ...clientWords])
  const { isBreached, cost, pieces, guessesLog10 } = await guessability({ password, context })
  if (isBreached) return stolen
  if (cost < minCost && pieces.has('context'))
    return 'This password is mostly your name or ours. Choose words unrelated to either.'
  if (namesWithin(names, folded))
    return 'This password contains your name or ours. Choose words unrelated to either.'
  if (cost < minCost && pieces.has('common'))
    return 'This password is too close to a well-known one. Add two or three unrelated words.'
  if (cost < minCost || guessesLog10 < minGuessesLog10)
    return 'This password is easy to guess. Choose three or four unrelated words.'
  return null
}

const compacted = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Finds names of four letters or more anywhere, and shorter ones as whole words: 'Lee' is also in 'sleep'. */
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
