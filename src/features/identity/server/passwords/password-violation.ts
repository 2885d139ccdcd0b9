import type { Client } from '../../../../clients/client.ts'
import { lengthViolation } from '../../domain/password-length.ts'
import { contextText, guessingCost } from '../../domain/password-strength.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Whose password it is to be. */
export type PasswordOwner = { ssoId: string; email: string; firstName: string; lastName: string }

/** Below this a password is put together from too few known pieces: two known passwords and a sign come to 5. */
const lowestCost = 6

/** Said of the house, besides the client's own names. */
const clientText = ['almoner', 'giving', 'donor', 'fund', 'charity', 'grant', 'portal', 'account']

/**
 * Why a password is not taken, in a sentence for whoever chose it; null: it is. ASVS 5.0, 6.2: a length, no rule about kinds
 * of signs, and nothing that others have used before or that can be told from the person or the house.
 */
export function passwordViolation(
  password: string,
  owner: PasswordOwner,
  client: Pick<Client, 'name' | 'displayName'>,
): string | null {
  const tooShort = lengthViolation(password)
  if (tooShort !== null) return tooShort
  const folded = password.normalize('NFKC').toLowerCase()
  if (isCommonPassword(folded))
    return 'This password is on a list of stolen passwords, so it would be tried first. Choose another one.'
  const context = contextText([
    owner.ssoId,
    owner.email,
    owner.firstName,
    owner.lastName,
    client.name,
    client.displayName,
    ...clientText,
  ])
  const { cost, pieces } = guessingCost(password, { isCommon: isCommonPassword, context })
  if (cost >= lowestCost) return null
  if (pieces.has('context'))
    return 'This password is made of your name or ours and little else. Choose words that have nothing to do with either.'
  if (pieces.has('common'))
    return 'This password is made of a well-known one and little else. Add two or three words that do not belong together.'
  return 'This password is a pattern that is tried first. Choose three or four words that do not belong together.'
}
