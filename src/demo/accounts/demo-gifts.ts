import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Client } from '../../clients/client.ts'
import { addDays, dateOf, type IsoDate } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { invariant } from '../../domain/invariant.ts'
import type { Announcement } from '../../features/contributions/domain/announcement.ts'
import type { ContributionContent } from '../../features/contributions/domain/contribution.ts'
import type { ContributionMethod } from '../../features/contributions/domain/payer.ts'
import { insertAnnouncement } from '../../features/contributions/fund/server/announcements.queries.ts'
import {
  giftValueMinor,
  type PropertyType,
  partOfGiftValue,
  type Valuation,
  valuation,
} from '../../features/contributions/securities/domain/gift-value.ts'
import { tasksOfReceipt } from '../../features/contributions/securities/domain/holding-task.ts'
import {
  entryKindOfProperties,
  insertDisposal,
  insertHoldings,
} from '../../features/contributions/securities/server/holdings.queries.ts'
import { methodsIn } from '../../features/contributions/server/accepted-gifts.ts'
import { insertContribution } from '../../features/contributions/server/contributions.queries.ts'
import { setTakenBack } from '../../features/contributions/server/correction.queries.ts'
import { issueReceipt } from '../../features/contributions/server/issue-receipt.ts'
import { setReceived } from '../../features/contributions/server/payers.queries.ts'
import { accountAsPayer } from '../../features/contributions/server/usual-payer.ts'
import {
  contributionPostings,
  excludedReleasePostings,
  feePostings,
  marketPostings,
} from '../../features/ledger/domain/postings.ts'
import { postEntry } from '../../features/ledger/server/post-entry.ts'
import { postReversal } from '../../features/ledger/server/post-reversal.ts'
import type { DB } from '../../server/db/schema.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import { uuidOf } from '../../server/uuid-of.ts'
import { demoName } from '../people/demo-users.ts'
import { accountsOfDonor } from './demo-documents.queries.ts'

/** The clients whose donor and staff find contributions in every state. */
const clientsWithGifts = ['npt', 'nptuk', 'rathbones']

type Place = {
  db: Kysely<DB>
  client: Client
  donorId: string
  staffId: string
  now: Date
  accountId: string
}

/**
 * What the donor's second account announced, some of it a while ago, what was received, a check that bounced, and securities of which a part was
 * sold, beside private shares that are held. The receipts are issued when the program starts.
 */
export async function writeDemoGifts(
  db: Kysely<DB>,
  about: Pick<Place, 'client' | 'donorId' | 'staffId' | 'now'>,
): Promise<void> {
  if (!clientsWithGifts.includes(about.client.name)) return
  const accountId = (await accountsOfDonor(db, about.donorId)).at(-1)?.account_id
  invariant(accountId !== undefined, 'the donor of the demonstration has an account')
  await db.transaction().execute(async trx => {
    const place = { ...about, db: trx, accountId }
    for (const { daysAgo, announcement } of announcements) await announce(place, daysAgo, announcement)
    const [check = 'check'] = methodsIn(about.client.book, 'cash')
    await receiveMoney(place, { daysAgo: 25, amountMinor: 7_500_00n, method: check })
    await receiveMoney(place, { daysAgo: 60, amountMinor: 21_500_00n, method: 'wire' })
    const bounced = await receiveMoney(place, { daysAgo: 18, amountMinor: 2_400_00n, method: 'check' })
    await bounce(place, bounced)
    const shares = await receiveAsset(place, listedShares)
    await sellPart(place, shares)
    await receiveAsset(place, privateShares)
  })
}

const sending = { sentFrom: 'Harbor Brokers', sendsOn: null, note: '' }
const announcements: readonly { daysAgo: number; announcement: Announcement }[] = [
  { daysAgo: 33, announcement: { way: 'wire', amountMinor: 12_000_00n, ...sending, sentFrom: '' } },
  { daysAgo: 4, announcement: { way: 'check', amountMinor: 1_500_00n, ...sending, sentFrom: '' } },
  {
    daysAgo: 9,
    announcement: {
      way: 'securities',
      assets: [{ ticker: 'LMX', description: 'Linden Broad Market ETF', quantity: '150' }],
      ...sending,
    },
  },
]

const timeOf = ({ now }: Place, daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs)
const dayOf = (place: Place, daysAgo: number): IsoDate =>
  addDays(dateOf(place.now, place.client.timeZone), -daysAgo)

async function announce(place: Place, daysAgo: number, announcement: Announcement): Promise<void> {
  const { db, client, donorId, accountId } = place
  await insertAnnouncement(db, {
    accountId,
    announcement,
    currency: client.book.currency,
    by: { userId: donorId, name: demoName('donor'), sessionId: null, address: null },
    at: timeOf(place, daysAgo),
    idempotencyKey: uuidOf(`${client.name} announcement ${daysAgo}`),
  })
}

type Arrived = {
  daysAgo: number
  content: ContributionContent
  amountMinor: bigint
  method: ContributionMethod
  kind: 'contribution_cash' | 'contribution_wire' | 'contribution_securities' | 'contribution_illiquid'
}

/** Enters a contribution and posts it on the day on which it came. */
async function receive(
  place: Place,
  { daysAgo, content, amountMinor, method, kind }: Arrived,
): Promise<{ contributionId: string; entryId: string; number: number }> {
  const { db, client, staffId, accountId } = place
  const by = { userId: staffId, name: demoName('super') }
  const at = timeOf(place, daysAgo)
  const entered = await insertContribution(db, {
    accountId,
    content,
    currency: client.book.currency,
    needsCountersignature: false,
    enteredBy: { ...by, sessionId: null, address: null },
    at,
    idempotencyKey: uuidOf(`${client.name} contribution ${kind} ${daysAgo}`),
  })
  invariant(entered !== null, 'the demonstration enters each contribution once')
  const { contributionId, transactionId: number } = entered
  const day = dayOf(place, daysAgo)
  const { entryId } = await postEntry(db, {
    kind,
    currency: client.book.currency,
    effectiveDate: day,
    postings: contributionPostings(
      accountId,
      amountMinor,
      content.kind === 'securities' ? 'excluded' : 'spendable',
    ),
    comment: `Contribution ${number}`,
    actorUserId: staffId,
    onBehalfOfUserId: null,
  })
  const payer = await accountAsPayer(db, accountId)
  await setReceived(db, contributionId, { by, giftDate: day, payer, method, entryId, at })
  return { contributionId, entryId, number }
}

async function receiveMoney(
  place: Place,
  { daysAgo, amountMinor, method }: Pick<Arrived, 'daysAgo' | 'amountMinor' | 'method'>,
) {
  const isWire = method === 'wire'
  const content = { kind: isWire ? ('wire' as const) : ('cash' as const), amountMinor }
  const kind = isWire ? 'contribution_wire' : 'contribution_cash'
  const received = await receive(place, { daysAgo, amountMinor, method, kind, content })
  await addJob(place.db, issueReceipt, { contributionId: received.contributionId })
  return received
}

async function bounce(
  place: Place,
  { contributionId, entryId, number }: { contributionId: string; entryId: string; number: number },
): Promise<void> {
  const { reversalEntryId } = await postReversal(place.db, entryId, {
    today: dayOf(place, 0),
    comment: `The bank did not pay the check of contribution ${number}`,
    actorUserId: place.staffId,
  })
  await setTakenBack(place.db, contributionId, {
    ...{ state: 'bounced', entryId: reversalEntryId, category: null },
    reason: 'Not sufficient funds',
    at: place.now,
  })
}

type Asset = {
  daysAgo: number
  property: PropertyType
  line: { ticker: string | null; description: string; quantity: string }
  source: string
  valued: (day: IsoDate) => Valuation
}

const listedShares: Asset = {
  daysAgo: 40,
  property: 'listed',
  line: { ticker: 'LMX', description: 'Linden Broad Market ETF', quantity: '300' },
  source: 'Closing report of the exchange',
  valued: () => ({ basis: 'traded', prices: { high: '86.40', low: '84.10' } }),
}
const privateShares: Asset = {
  daysAgo: 75,
  property: 'private-shares',
  line: { ticker: null, description: 'Plover Instruments, common shares', quantity: '1200' },
  source: 'Appraisal by Elm Valuers',
  valued: date => ({ basis: 'appraised', date, valueMinor: 64_000_00n }),
}

type Held = { holdingId: string; quantity: string; valueMinor: bigint }

async function receiveAsset(place: Place, { daysAgo, property, line, source, valued }: Asset): Promise<Held> {
  const { db, client, accountId } = place
  const giftDate = dayOf(place, daysAgo)
  const given = valued(giftDate)
  const valueMinor = giftValueMinor(given, line.quantity)
  const [delivery = 'certificate'] = methodsIn(client.book, 'securities')
  const { contributionId } = await receive(place, {
    daysAgo,
    content: { kind: 'securities', assets: [line] },
    amountMinor: valueMinor,
    method: property === 'listed' ? delivery : 'certificate',
    kind: entryKindOfProperties([property]),
  })
  const about = { description: line.description, quantity: line.quantity, property, source }
  const isTaxed = client.sponsor.usStatus !== null
  await insertHoldings(db, { contributionId, accountId }, [
    {
      ...about,
      identifier: null,
      valuation: given,
      giftValueMinor: valueMinor,
      encodedValuation: z.encode(valuation, given),
      tasks: isTaxed ? tasksOfReceipt({ property, similarMinor: valueMinor, giftDate }) : [],
    },
  ])
  await addJob(db, issueReceipt, { contributionId })
  const { holding_id: holdingId } = await db
    .selectFrom('contribution_holding')
    .select('holding_id')
    .where('contribution_id', '=', contributionId)
    .executeTakeFirstOrThrow()
  return { holdingId, quantity: line.quantity, valueMinor }
}

const soldDaysAgo = 30
const soldUnits = '120'
const gainMinor = 310_00n
const costMinor = 9_95n

/** Sells a part of a line above its gift value, with a cost. */
async function sellPart(place: Place, { holdingId, quantity, valueMinor }: Held): Promise<void> {
  const { db, client, staffId, accountId } = place
  const partMinor = partOfGiftValue({ units: soldUnits, leftUnits: quantity, leftMinor: valueMinor })
  const proceedsMinor = partMinor + gainMinor
  const day = dayOf(place, soldDaysAgo)
  const entry = async (
    kind: 'gain' | 'release' | 'investment_fee',
    postings: ReturnType<typeof feePostings>,
  ) =>
    (
      await postEntry(db, {
        ...{ kind, postings, comment: `Sale of ${soldUnits} × ${listedShares.line.description}` },
        currency: client.book.currency,
        effectiveDate: day,
        actorUserId: staffId,
        onBehalfOfUserId: null,
      })
    ).entryId
  await insertDisposal(db, {
    disposal_id: randomUUIDv7(),
    ...{ holding_id: holdingId, account_id: accountId, kind: 'sale', units: soldUnits },
    ...{ gift_value_minor: partMinor, proceeds_minor: proceedsMinor, cost_minor: costMinor },
    ...{ disposed_on: day, effective_date: day },
    difference_entry_id: await entry('gain', marketPostings(accountId, gainMinor, 'excluded')),
    release_entry_id: await entry('release', excludedReleasePostings(accountId, proceedsMinor)),
    fee_entry_id: await entry('investment_fee', feePostings(accountId, costMinor)),
    ...{ recorded_by: staffId, recorded_by_name: demoName('super'), recorded_at: timeOf(place, soldDaysAgo) },
  })
}
