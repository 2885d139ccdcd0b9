import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  accounts,
  entryOf,
  grantCount,
  linesOf,
  type Made,
  type Message,
  type Movement,
  message,
  movement,
  numbersOf,
  type Shown,
} from '../../../testing/payments/bank-movements.ts'
import { camtFile } from '../../../testing/payments/camt.ts'
import { crashPoints } from '../../../testing/payments/crash-points.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { type PaidGrant, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { getBankMonth } from '../bank-month.contract.ts'

// A bank books random movements of two accounts: returns of grants in one or several parts, money of others, reversals; some without a
// reference of their own. It reports them in random messages that overlap, repeat, split an entry into its parts or leave them out. A person
// answers what the program asks, or leaves it for a later message. Connections are killed while a file is stored or its jobs run; then the
// person sends the file again. Afterwards each movement counts once on its account, and each grant got back what came back.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>
let crashes: Awaited<ReturnType<typeof crashPoints>>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
  crashes = await crashPoints(world.portal.database.admin)
})
afterAll(() => world.stop())

/** What the model knows: the movements that a message booked, and the parts that had an effect. */
type Known = { booked: Set<string>; stated: Set<string>; applied: Set<string> }

async function send(
  movements: readonly Movement[],
  about: Message,
  grants: readonly PaidGrant[],
  { known, number }: { known: Known; number: string },
): Promise<void> {
  const some = movements.slice(about.from, about.from + about.length)
  const ofAccounts = accounts.map(account => ({ account, of: some.filter(made => made.account === account) }))
  // In the order of the file.
  const shown = ofAccounts.flatMap(({ of }) => of)
  const reported = ofAccounts.map(({ account, of }) => ({
    ...numbersOf[account],
    entries: of.map((made, place) => entryOf(made, about, grants, place)),
  }))
  const text = camtFile(about.isTwice ? [...reported, ...reported] : reported, {
    message: about.kind,
    id: number,
  })
  const lines = linesOf(shown, about)
  // The person knows what has not counted yet, and confirms nothing else.
  const isNew = ({ made, part }: Shown) =>
    part === null || made.parts[part]?.grant === null
      ? !known.booked.has(made.id)
      : !known.applied.has(`${made.id} ${part}`)
  const looksAlike = new Set(
    (await statements.preview(text)).lines.flatMap(({ line, question }) =>
      question === 'It is another payment' ? [line] : [],
    ),
  )
  const confirmed = lines.flatMap((line, index) =>
    isNew(line) && (about.isAnswered || looksAlike.has(index + 1)) ? [index + 1] : [],
  )
  await takeThroughCrash(text, confirmed, about.crash)
  if (about.isPending) return
  for (const [index, { made, part }] of lines.entries()) {
    known.booked.add(made.id)
    if (about.kind === 'camt.053') known.stated.add(made.id)
    if (part !== null && confirmed.includes(index + 1)) known.applied.add(`${made.id} ${part}`)
  }
}

let crashed = 0

/** Takes a file whose connection may be killed. If the command failed, the person sends the file again; its jobs are run again anyway. */
async function takeThroughCrash(
  text: string,
  confirmed: readonly number[],
  row: number | null,
): Promise<void> {
  if (row === null) return void (await statements.take(text, confirmed))
  const { planHash } = await statements.preview(text, confirmed)
  // A job that lost its connection says so.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await crashes.before(row)
  const { status } = await world.calls.applyBankFileLines(text, world.one, planHash, confirmed)
  if (status === 200) await jobsTried()
  if (await crashes.stop()) crashed += 1
  if (status === 200) {
    await crashes.retryJobs()
    await jobsDone(world.portal)
  } else await statements.take(text, confirmed)
  for (const [said] of errors.mock.calls) expect(String(said)).toMatch(/connection|ECONNRESET/i)
  errors.mockRestore()
}

/** Waits until each job is done or has failed. */
const jobsTried = () =>
  expect
    .poll(
      async () =>
        (
          await world.portal.database.admin.query(
            'select id from graphile_worker._private_jobs where locked_at is not null or attempts = 0',
          )
        ).rows,
      { timeout: 60_000 },
    )
    .toEqual([])

async function expectOnce(
  movements: readonly Movement[],
  known: Known,
  grants: readonly PaidGrant[],
): Promise<void> {
  const { rows } = await world.portal.database.admin.query<{ id: string; cents: number }>(
    `select coalesce(reference, split_part(end_to_end_id, '-OTHER', 1)) as id,
       sum(case when is_credit = entry_is_credit then amount_minor else -amount_minor end)::int as cents
     from bank_line where part_of is null and same_as is null
       and coalesce(reference, split_part(end_to_end_id, '-OTHER', 1)) = any($1) group by 1`,
    [movements.map(({ id }) => id)],
  )
  const expected = movements.filter(({ id }) => known.booked.has(id))
  expect(Object.fromEntries(rows.map(row => [row.id, row.cents]))).toEqual(
    Object.fromEntries(expected.map(each => [each.id, each.cents])),
  )
  const returned = await world.portal.database.admin.query<{ grant_id: string; cents: number }>(
    'select grant_id, returned_minor::int as cents from grant_recommendation where grant_id = any($1)',
    [grants.map(({ grantId }) => grantId)],
  )
  let sum = 0
  for (const [index, { grantId }] of grants.entries()) {
    const back = movements
      .flatMap(made => made.parts.map((part, place) => ({ ...part, key: `${made.id} ${place}` })))
      .filter(part => part.grant === index && known.applied.has(part.key))
      .reduce((total, part) => total + part.cents, 0)
    sum += back
    expect(returned.rows.find(row => row.grant_id === grantId)?.cents).toBe(back)
  }
  const { endingMinor, pendingMinor, availableMinor } = await world.grants.balances(world.fund)
  expect({ endingMinor, pendingMinor, availableMinor }).toEqual({
    endingMinor: 200_000_00n - 305_00n * BigInt(grantCount) + BigInt(sum),
    pendingMinor: 0n,
    availableMinor: endingMinor,
  })
}

/** What the month of each account adds up to, and what the ledger has in suspense. */
async function bankMonth() {
  const [grants, contributions] = await Promise.all(
    accounts.map(async account => {
      const about = { params: { account, month: '2026-03' } }
      return (await world.portal.call(getBankMonth, about, { as: world.one.session })).reply.figures.booked
    }),
  )
  const sumOf = (booked: typeof grants, kinds: readonly string[] | null) =>
    (booked ?? [])
      .filter(({ kind }) => kinds === null || kinds.includes(kind))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const { rows } = await world.portal.database.admin.query<{ held: string }>(
    `select coalesce(sum(amount_minor), 0)::text as held from posting where book = 'npt' and ledger = 'suspense'`,
  )
  return {
    bookedMinor: { grants: sumOf(grants, null), contributions: sumOf(contributions, null) },
    suspenseMinor: sumOf(grants, ['suspense']) + sumOf(contributions, ['suspense']),
    heldMinor: BigInt(rows[0]?.held ?? 0),
  }
}

/** What statements booked is in the month of its account to the cent, and what the months have in suspense is what the ledger has. */
async function expectReconciled(
  movements: readonly Movement[],
  known: Known,
  before: Awaited<ReturnType<typeof bankMonth>>,
): Promise<void> {
  const now = await bankMonth()
  for (const account of accounts) {
    const stated = movements
      .filter(made => made.account === account && known.stated.has(made.id))
      .reduce((sum, { cents: of, isCredit }) => sum + (isCredit ? of : -of), 0)
    expect(now.bookedMinor[account] - before.bookedMinor[account]).toBe(BigInt(stated))
  }
  expect(now.suspenseMinor).toBe(now.heldMinor)
}

const gift = (account: Made['account'], isCredit: boolean): Made => ({
  ...{ account, isCredit, on: '2026-03-17', isReversal: false, hasReference: true },
  parts: [{ grant: null, cents: 20_00 }],
})
const statementOfAll: Message = {
  ...{ kind: 'camt.053', from: 0, length: 8, isWhole: false, isTwice: false, isPending: false },
  ...{ isReversed: false, isAnswered: true, crash: null },
}
/** Killed while the second of three lines is stored, and then, with its lines and statements stored, while the job books the second credit. */
const killedTwice: [Made[], Message[]] = [
  [gift('grants', true), gift('contributions', true), gift('contributions', false)],
  [
    { ...statementOfAll, length: 1, kind: 'camt.054', crash: 1 },
    { ...statementOfAll, crash: 7 },
    statementOfAll,
  ],
]

let runs = 0

test(
  'counts each movement of two accounts once, whatever messages show it and wherever a connection is killed (§13)',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 3, maxLength: 8 }),
        fc.array(message, { minLength: 3, maxLength: 7 }),
        async (made, messages) => {
          runs += 1
          await world.renew()
          const grants = await statements.paidGrants(grantCount)
          // No grant gets back more than was paid.
          const left = grants.map(() => 305_00)
          const movements = made.map((each, index): Movement => {
            const parts = each.parts.map(part => {
              const of = part.grant === null ? null : (left[part.grant] ?? 0)
              if (part.grant === null || of === null || of < part.cents) return { ...part, grant: null }
              left[part.grant] = of - part.cents
              return part
            })
            return {
              ...each,
              id: `MOVEMENT-${runs}-${index}`,
              parts,
              cents: parts.reduce((total, part) => total + part.cents, 0),
            }
          })
          const known: Known = { booked: new Set(), stated: new Set(), applied: new Set() }
          const before = await bankMonth()
          for (const [index, about] of messages.entries())
            await send(movements, about, grants, { known, number: `${runs}-${index}` })
          await expectOnce(movements, known, grants)
          await expectReconciled(movements, known, before)
        },
      ),
      { numRuns: propertyRuns({ usual: 2, long: 60 }), examples: [killedTwice], endOnFailure: true },
    )
    // The first run is the example.
    expect(crashed).toBeGreaterThanOrEqual(2)
  },
  propertyTimeoutMs,
)
