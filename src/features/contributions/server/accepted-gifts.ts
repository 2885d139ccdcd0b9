import type { Book } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import type { ContributionKind } from '../domain/contribution.ts'
import { type ContributionMethod, methodsOf, type Payer } from '../domain/payer.ts'

type BookName = Pick<Book, 'name'>

/** Whether a book takes money from individual retirement accounts, which only US law knows: its sponsor has a status under that law. */
export const takesIra = ({ name }: BookName): boolean => clientOfBook(name).sponsor.usStatus !== null

/** The ways in which a kind of contribution comes to a book, the usual one first: securities settle in the system of its custodian, if it has one. */
export function methodsIn({ name }: BookName, kind: ContributionKind): ContributionMethod[] {
  const system = clientOfBook(name).contributionAccounts?.custody?.system
  const foreign = (['dtc', 'crest'] as const).filter(each => each !== system)
  return methodsOf[kind].filter(method => !foreign.some(each => each === method))
}

/** Refuses money from an individual retirement account where the book takes none. */
export function requirePossiblePayer(payer: Payer | null, book: BookName): void {
  if (payer?.kind === 'ira' && !takesIra(book))
    throw fieldProblem('kind', 'An IRA gives only to a sponsor in the United States. Choose who the payer is')
}

/**
 * How a contribution came. Null: not known. `now`: what was recorded until now, which a correction may leave. Throws `validation` for a way in
 * which its kind does not come to the book.
 */
export function requireMethod(
  { kind, now = null }: { kind: ContributionKind; now?: ContributionMethod | null },
  method: ContributionMethod | undefined,
  book: BookName,
): ContributionMethod | null {
  const methods = methodsIn(book, kind)
  if (method === undefined) return methods.length === 1 ? (methods[0] ?? null) : now
  if (method !== now && !methods.includes(method))
    throw fieldProblem('method', 'Choose how this contribution came')
  return method
}
