import { randomUUID } from 'node:crypto'
import type { DefaultGrantSettings } from '../../clients/client.ts'
import { inactiveFundsOf } from '../../clients/inactive-funds-of.ts'
import { dayMs } from '../../domain/durations.ts'
import type { TestApp } from '../app.ts'
import type { MadeAccount } from './make-account.ts'
import { makeCharity, registerOf } from './make-charity.ts'
import { makeDocument } from './make-document.ts'
import type { Person } from './make-fund.ts'

/** `letter`: its letter is stored. `term-over`: no one answered that letter. `proposed`: a default grant waits for a second person. */
export type InactiveFundState = 'untouched' | 'letter' | 'term-over' | 'proposed'

/** The charity and the term of the book’s default grants. */
export function defaultGrantOf(book: string): DefaultGrantSettings {
  const defaultGrant = inactiveFundsOf({ name: book })?.defaultGrant
  if (!defaultGrant) throw new Error(`the book ${book} makes no default grants`)
  return defaultGrant
}

/** The charity of the book’s default grants, which is on its register once. */
export async function makeDefaultCharity(portal: TestApp, book: string): Promise<void> {
  const { charityId } = defaultGrantOf(book)
  const found = await portal.database.admin.query('select from charity where charity_id = $1', [charityId])
  if (found.rowCount === 0)
    await makeCharity(portal.databases, {
      register: registerOf(book),
      charityId,
      number: charityId.replace(/^[A-Z-]+-/, ''),
      name: 'ORCHARD COMMUNITY FOUNDATION',
    })
}

/** Brings an active fund to a state, as staff would with `by` as the first of two people. */
export async function makeInactiveFund(
  portal: TestApp,
  { book, accountId }: Pick<MadeAccount, 'book' | 'accountId'>,
  { state, by }: { state: InactiveFundState; by: Person },
): Promise<{ stepId: string; defaultGrantId: string }> {
  const { charityId, termMonths } = defaultGrantOf(book)
  const made = { stepId: randomUUID(), defaultGrantId: randomUUID() }
  if (state === 'untouched') return made
  await makeDefaultCharity(portal, book)
  const db = portal.databases.book(book)
  const person = { id: by.user.userId, name: 'Prudence Gale' }
  const now = portal.clock.now()
  await db
    .insertInto('inactive_fund_step')
    .values({
      step_id: made.stepId,
      account_id: accountId,
      kind: 'letter',
      letter: JSON.stringify({}),
      by_user: person.id,
      by_name: person.name,
      at: state === 'letter' ? now : new Date(now.getTime() - termMonths * 31 * dayMs),
    })
    .execute()
  await makeDocument(
    portal,
    { book, accountId },
    { type: 'correspondence', cause: `inactive-fund-letter:${made.stepId}` },
  )
  if (state !== 'proposed') return made
  await db
    .insertInto('default_grant')
    .values({
      default_grant_id: made.defaultGrantId,
      account_id: accountId,
      letter_id: made.stepId,
      charity_id: charityId,
      charity_name: 'ORCHARD COMMUNITY FOUNDATION',
      amount_minor: 300_00n,
      reason: 'No one answered',
      proposed_by: person.id,
      proposed_by_name: person.name,
      proposed_at: now,
    })
    .execute()
  return made
}
