import { randomUUID } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import type { Transition } from '../../features/grants/domain/grant-status.ts'
import { holdGrant } from '../../features/grants/review/server/holds.ts'
import { noteRelatedParties } from '../../features/grants/review/server/related-parties.ts'
import { transitionGrant } from '../../features/grants/server/transition-grant.ts'
import { unreservePostings } from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { screenGrants } from '../../features/screening/server/payment-stops.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import type { TestApp } from '../app.ts'
import { withoutTriggers } from '../database/without-triggers.ts'
import type { MadeFund, Person } from '../factories/make-fund.ts'
import { payGrant } from '../grants/pay-grant.ts'
import { internalNote, messageToDonor } from './texts.ts'

export type FreshGrantState =
  | 'approved'
  | 'information-needed'
  | 'paid'
  | 'returned'
  | 'held'
  | 'unfunded'
  | 'related'
type Brought = { grantId: string; state: FreshGrantState; staff: Person }

const transitionsTo: Record<FreshGrantState, readonly Transition[]> = {
  approved: ['approve'],
  'information-needed': ['ask-information'],
  paid: ['approve'],
  returned: ['approve'],
  held: [],
  related: [],
  unfunded: [],
}

/** Brings a new recommendation of the fund into a state, as a member of staff does. */
export async function bringGrantTo(portal: TestApp, fund: MadeFund, brought: Brought): Promise<void> {
  const { grantId, state, staff } = brought
  const client = clientOfBook(fund.book)
  const { userId, firstName, lastName } = staff.user
  const by = { userId, name: `${firstName} ${lastName}` }
  const db = portal.databases.book(fund.book)
  const now = portal.clock.now()
  const today = dateOf(now, client.timeZone)
  const take = (transition: Transition, returnedMinor?: bigint) =>
    transitionGrant(
      db,
      fund.accountId,
      {
        grantId,
        transition,
        reason: internalNote,
        message: messageToDonor,
        actor: { ...by, side: 'sponsor' },
        ...(returnedMinor === undefined
          ? {}
          : {
              returnedMinor,
              bankReturn: { reference: null, on: today, isAnother: true, remainingMinor: null },
            }),
      },
      { client, book: client.book, today, now, requireVerification: () => {} },
    )
  await screenGrants(db, [grantId], { book: fund.book, at: now, requester: portalOf(client) })
  for (const transition of transitionsTo[state]) await take(transition)
  if (state === 'related')
    await noteRelatedParties(db, fund.accountId, { grantId, note: internalNote, by, at: now })
  if (state === 'paid' || state === 'returned')
    await payGrant(portal, grantId, { user: { ...staff.user, userId: randomUUID() } }, { book: fund.book })
  if (state === 'returned') await take('return', 500_00n)
  if (state === 'held') await holdGrant(db, fund.accountId, { grantId, reason: internalNote, by, at: now })
  if (state === 'unfunded') await releaseFunds(portal, fund, { grantId, userId, today })
}

/** As if the balance had not covered the grant when it was recommended. */
async function releaseFunds(
  portal: TestApp,
  fund: MadeFund,
  { grantId, userId, today }: { grantId: string; userId: string; today: ReturnType<typeof dateOf> },
): Promise<void> {
  const db = portal.databases.book(fund.book)
  const { rows } = await withoutTriggers(
    portal.database.admin,
    `update grant_recommendation set transaction_status_code = 2, review_state = 'waiting_for_funds' where grant_id = $1
     returning amount_minor`,
    [grantId],
  )
  const amountMinor = BigInt(rows[0].amount_minor)
  await postEntry(db, {
    kind: 'grant_released',
    currency: clientOfBook(fund.book).book.currency,
    effectiveDate: today,
    grantId,
    actorUserId: userId,
    onBehalfOfUserId: null,
    postings: unreservePostings(fund.accountId, amountMinor),
  })
}
