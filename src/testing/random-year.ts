import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { addDays, type IsoDate, isoDate } from '../domain/dates.ts'
import type { EntryKind } from '../features/ledger/domain/entry.ts'
import {
  commitPostings,
  contributionPostings,
  feePostings,
  marketPostings,
  type Posting,
  payPostings,
  reservePostings,
  returnPostings,
  voidPostings,
} from '../features/ledger/domain/postings.ts'
import { postEntry } from '../features/ledger/server/post-entry.ts'
import { postReversal } from '../features/ledger/server/post-reversal.ts'
import type { TestDatabase } from './database/database.ts'
import { withoutTriggers } from './database/without-triggers.ts'
import { makeGrantRow } from './dated-entries.ts'
import { type MadeAccount, makeAccount } from './factories/make-account.ts'

// Random years of npt around its fiscal year 2025, and every entry of them as a test keeps it to add up figures on its own.

export const today = isoDate('2026-11-20')
const person = '00000000-0000-7000-8000-000000000001'
export const charityCount = 4
/** The last fund is the sponsor's general fund. */
export const fundCount = 3
export const isGeneral = (fund: number) => fund === fundCount - 1

const day = fc.nat({ max: 430 }).map(days => addDays(isoDate('2025-05-15'), days))
const later = fc.nat({ max: 90 })
const amountMinor = fc.oneof(fc.bigInt({ min: 1n, max: 9_999_99n }), fc.constantFrom(5_000_00n, 5_000_01n))
const properties = ['listed', 'fund-shares', 'private-shares', 'property'] as const
export type Holding = { property: (typeof properties)[number]; minor: bigint }
const gift = fc.record({
  step: fc.constant('gift' as const),
  kind: fc.constantFrom(
    ...([
      ...['contribution_cash', 'contribution_wire', 'contribution_sponsor', 'gift_aid'],
      ...['contribution_securities', 'contribution_illiquid'],
    ] as EntryKind[]),
  ),
  fund: fc.nat({ max: fundCount - 1 }),
  ...{ amountMinor, on: day },
  payer: fc.constantFrom(null, 'Ada Finch', 'Bo Heron'),
  /** What the assets were valued at, as parts of the amount; the last one is what remains. */
  holdings: fc.array(fc.constantFrom(...properties), { maxLength: 3 }),
  /** Whether the values of the assets add up to something else than the amount. */
  isValuedOtherwise: fc.boolean(),
  reversedAfter: fc.option(later),
})
const grant = fc.record({
  step: fc.constant('grant' as const),
  fund: fc.nat({ max: fundCount - 1 }),
  charity: fc.nat({ max: charityCount - 1 }),
  ...{ amountMinor, on: day },
  outcome: fc.constantFrom('waits', 'released', 'paid', 'returned', 'payment reversed'),
  ...{ decidedAfter: later, backAfter: later },
})
const market = fc.record({
  step: fc.constant('market' as const),
  kind: fc.constantFrom<EntryKind[]>('gain', 'loss', 'administrative_fee'),
  fund: fc.nat({ max: fundCount - 1 }),
  ...{ amountMinor, on: day },
})

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Each> ? Each : never
type Gift = Value<typeof gift>
type Grant = Value<typeof grant>
type Step = Gift | Grant | Value<typeof market>

/** An entry as the test keeps it; `kind` is that of the entry that a reversal reverses. */
export type Kept = {
  kind: EntryKind
  isReversal: boolean
  on: IsoDate
  fund: number
  postings: readonly Posting[]
  charity: number | null
  payer: string | null
  holdings: readonly Holding[]
}
/** What happens around a year. */
export const yearSteps = fc.array(fc.oneof(gift, grant, market), { maxLength: 14 })

type World = { database: TestDatabase; charities: readonly string[] }

/** Posts the steps in an empty book, and returns every entry. */
export async function postYear(world: World, steps: readonly Step[]): Promise<Kept[]> {
  const { database } = world
  await withoutTriggers(
    database.admin,
    'truncate month_close, posting, journal_entry, posting_subtotal, account_balance, fund_account cascade',
  )
  const funds: MadeAccount[] = []
  for (let made = 0; made < fundCount; made += 1)
    funds.push(await makeAccount(database.databases, isGeneral(made) ? { accountType: 'General' } : {}))
  const kept: Kept[] = []
  const post = postingTo(database, kept)
  for (const [fund, { accountId }] of funds.entries())
    await post({
      ...{ kind: 'contribution_cash', on: isoDate('2019-01-15'), fund },
      postings: contributionPostings(accountId, 1_000_000_00n, 'spendable'),
    })
  for (const step of steps) {
    const accountId = funds[step.fund]?.accountId ?? ''
    if (step.step === 'gift') await postGift(database, step, accountId, post)
    else if (step.step === 'grant') await postGrant(world, step, accountId, post)
    else {
      const { kind, amountMinor: minor, ...where } = step
      const postings =
        kind === 'administrative_fee'
          ? feePostings(accountId, minor)
          : marketPostings(accountId, kind === 'loss' ? -minor : minor)
      await post({ ...where, kind, postings })
    }
  }
  return kept
}

type ToPost = Pick<Kept, 'kind' | 'on' | 'fund' | 'postings'> &
  Partial<Pick<Kept, 'charity' | 'payer' | 'holdings'>> & { grantId?: string; reverses?: string }
type Post = (entry: ToPost) => Promise<string>

const postingTo =
  (database: TestDatabase, kept: Kept[]): Post =>
  async ({ kind, on: asked, fund, postings, grantId, reverses, ...facts }) => {
    const book = database.databases.book('npt')
    const on = asked < today ? asked : today
    const ofGrant = grantId === undefined ? {} : { grantId }
    const isReversal = reverses !== undefined
    kept.push({
      ...{ kind, isReversal, on, fund, charity: null, payer: null, holdings: [], ...facts },
      postings: isReversal ? postings.map(each => ({ ...each, amountMinor: -each.amountMinor })) : postings,
    })
    if (reverses !== undefined) {
      const reversal = { today: on, comment: 'Wrong', actorUserId: null, ...ofGrant }
      return (await postReversal(book, reverses, reversal)).reversalEntryId
    }
    const entry = { kind, currency: 'USD', effectiveDate: on, postings, ...ofGrant } as const
    return (await postEntry(book, { ...entry, actorUserId: null, onBehalfOfUserId: null })).entryId
  }

async function postGift(database: TestDatabase, step: Gift, accountId: string, post: Post): Promise<void> {
  const { kind, fund, amountMinor: minor, on, payer, reversedAfter } = step
  const parts = step.holdings.slice(0, Number(minor < 3n ? minor : 3n))
  const share = parts.length === 0 ? 0n : minor / BigInt(parts.length)
  const holdings: Holding[] = parts.map((property, index) => ({
    property,
    minor:
      (index === 0 ? minor - share * BigInt(parts.length - 1) : share) +
      (index === 0 && step.isValuedOtherwise ? 1n : 0n),
  }))
  const postings = contributionPostings(
    accountId,
    minor,
    kind === 'contribution_illiquid' ? 'excluded' : 'spendable',
  )
  const entry = { kind, fund, postings, payer, holdings }
  const entryId = await post({ ...entry, on })
  if (payer !== null || holdings.length > 0)
    await insertContribution(database, { accountId, entryId, payer, holdings })
  if (reversedAfter !== null) await post({ ...entry, on: addDays(on, reversedAfter), reverses: entryId })
}

type Contribution = Pick<Kept, 'payer' | 'holdings'> & { accountId: string; entryId: string }

async function insertContribution(
  database: TestDatabase,
  { accountId, entryId, payer, holdings }: Contribution,
): Promise<void> {
  const contributionId = randomUUID()
  await withoutTriggers(
    database.admin,
    `insert into contribution (book, contribution_id, account_id, kind, currency, state, needs_countersignature, entered_by,
        entered_by_name, entered_at, idempotency_key, gift_date, received_by, received_by_name, received_at, entry_id, payer_kind,
        payer_name)
      values ('npt', $1, $2, 'securities', 'USD', 'received', false, $3, 'A', now(), gen_random_uuid(), '2025-06-01', $3, 'A', now(),
        $4, $5, $6)`,
    [contributionId, accountId, person, entryId, payer === null ? null : 'individual', payer],
  )
  for (const [index, { property, minor }] of holdings.entries())
    await withoutTriggers(
      database.admin,
      `insert into contribution_holding (book, contribution_id, line, account_id, property, units, gift_value_minor, valuation, source)
        values ('npt', $1, $2, $3, $4, 1, $5, '{}', 'The custodian')`,
      [contributionId, index + 1, accountId, property, minor],
    )
}

async function postGrant(
  { database, charities }: World,
  step: Grant,
  accountId: string,
  post: Post,
): Promise<void> {
  const { fund, charity, amountMinor: minor, on, outcome } = step
  const charityId = charities[charity] ?? ''
  const grantId = await makeGrantRow(database.admin, { accountId, charityId, amountMinor: minor, by: person })
  const about = { fund, charity, grantId }
  await post({ ...about, kind: 'grant_recommended', on, postings: reservePostings(accountId, minor) })
  await post({ ...about, kind: 'grant_approved', on, postings: commitPostings(minor) })
  const decided = addDays(on, step.decidedAfter)
  const back = addDays(decided, step.backAfter)
  if (outcome === 'waits') return
  if (outcome === 'released') {
    await post({ ...about, kind: 'grant_released', on: decided, postings: voidPostings(accountId, minor) })
    return
  }
  const payment = { ...about, kind: 'grant_paid' as const, postings: payPostings(accountId, minor) }
  const paidEntry = await post({ ...payment, on: decided })
  if (outcome === 'returned')
    await post({ ...about, kind: 'grant_returned', on: back, postings: returnPostings(accountId, minor) })
  if (outcome === 'payment reversed') await post({ ...payment, on: back, reverses: paidEntry })
}
