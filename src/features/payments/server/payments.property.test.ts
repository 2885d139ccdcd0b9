import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { camt053File, nachaFile } from '../../../testing/payments/bank-files.ts'
import {
  type CharitiesOfARegister,
  charitiesOfARegister,
} from '../../../testing/payments/charities-of-a-register.ts'
import { expectCertificates } from '../../../testing/payments/expect-certificates.ts'
import { nachaFields, readRecord } from '../../../testing/payments/field-tables.ts'
import { paymentCalls } from '../../../testing/payments/payment-calls.ts'
import { aPayment, type Command, sequence } from '../../../testing/payments/payment-commands.ts'
import { isLong, propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { stopsAfter } from '../../../testing/stops-after.ts'
import { applyBankFileLines } from './apply-bank-file-lines.ts'
import { recordPayments } from './record-payments.ts'

// Random people create, check, approve, withdraw, release, send and cancel runs and apply bank files, in any order and twice; registers are
// imported meanwhile, and jobs are killed in the middle. Afterwards ledger, runs, files and letters agree to the cent, nothing was paid twice,
// and each payment has three certificates that say that its charity was eligible.

const today = '2026-03-16'
const clock = testClock(`${today}T15:00:00Z`)
const startMinor = 1_000_000_00n
let portal: TestApp
let staff: Person[]
let charities: CharitiesOfARegister

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await Promise.all([1, 2, 3].map(() => makeStaff(portal)))
  charities = await charitiesOfARegister(portal, clock)
})
afterAll(() => portal.close())

type World = {
  /** Whether the days are over, and the bank answers about what was paid. */
  hasEnded: boolean
  /** Bank files of the sequences before, whose jobs have ended. */
  formerFiles: ReadonlySet<string>
  fund: MadeFund
  runs: string[]
  grants: { grantId: string; amountMinor: bigint; reference: string }[]
}

const context = (signal: AbortSignal) => ({
  db: portal.databases.book('npt'),
  origin: { book: 'npt' },
  mailer: null,
  ...jobSettings,
  signal,
})
const stopped = (failure: unknown) => {
  if (!String(failure).includes('the server is stopping')) throw failure
}

/** Each call is allowed, refused with a reason, or not found; nothing else. */
function expectAnswer(status: number): void {
  expect([200, 400, 404, 409]).toContain(status)
}

async function execute(world: World, about: Command): Promise<void> {
  const calls = paymentCalls(portal)
  const by = staff['by' in about ? about.by : 0] as Person
  // Mostly one of the latest.
  const runId = world.runs.at('which' in about ? -1 - (about.which % 3) : 0)
  switch (about.kind) {
    case 'grant': {
      const amountMinor = about.units * 100n
      const grantId = await makeGrant(portal, world.fund, {
        // The other one where the register lets it be recommended.
        charityId:
          charities.isListed() && world.grants.length % 2 === 1 ? charities.movesId : charities.staysId,
        amountMinor,
        approvedBy: staff[0] as Person,
        repeatConfirmed: true,
      })
      const { transactionId } = await grantCalls(portal).read(grantId, world.fund)
      world.grants.push({ grantId, amountMinor, reference: `GRANT-${transactionId}` })
      return
    }
    case 'create': {
      const answer = await calls.collect(by, 'eft', today)
      expectAnswer(answer.status)
      if (answer.status === 200) world.runs.push(answer.reply.runId)
      return
    }
    case 'run': {
      if (runId === undefined) return
      const what = about.what === 'next' ? await nextStep(runId) : about.what
      expectAnswer((await calls[what as 'check'](runId, by)).status)
      return
    }
    case 'record':
      if (runId !== undefined)
        await recordPayments
          .run({ client: 'npt', runId }, context(stopsAfter(about.killAfter)))
          .catch(stopped)
      return
    case 'register':
      await charities.move(about.state, about.compares)
      return
    case 'answer':
      await answerOf(world, about, by)
  }
}

/** The next step of a run. */
async function nextStep(runId: string): Promise<'approve' | 'release' | 'send'> {
  const { state, isReleased } = (await paymentCalls(portal).read(runId, staff[0] as Person)).reply
  return state === 'created' ? 'approve' : isReleased ? 'send' : 'release'
}

async function paidGrants({ fund, grants }: World): Promise<World['grants']> {
  const { rows } = await portal.database.admin.query<{ grant_id: string }>(
    'select grant_id from grant_recommendation where account_id = $1 and transaction_status_code in (6, 8, 9)',
    [fund.accountId],
  )
  return grants.filter(({ grantId }) => rows.some(row => row.grant_id === grantId))
}

async function answerOf(
  world: World,
  about: Extract<Command, { kind: 'answer' }>,
  by: Person,
): Promise<void> {
  const sent = world.hasEnded ? await paidGrants(world) : world.grants
  const grant = sent[about.which % Math.max(1, sent.length)]
  if (!grant) return
  const { reference, amountMinor } = grant
  const part = (amountMinor * about.share) / 100n
  const text =
    about.format === 'nacha'
      ? nachaFile([{ reference, amountMinor: part }])
      : camt053File(
          [{ reference, amountMinor: about.side === 'CRDT' ? part : amountMinor, side: about.side }],
          {
            account: npt.payments.accountNumber,
            bank: npt.payments.routingNumber,
            currency: 'USD',
          },
        )
  const calls = paymentCalls(portal)
  // Staff confirm each line that is for a person to decide.
  const plan = await calls.previewFile(text, by, [1])
  const applied = await calls.applyBankFileLines(text, by, plan.reply.planHash, [1])
  expectAnswer(applied.status)
  const { rows } = await portal.database.admin.query<{ bank_file_id: string }>(
    'select bank_file_id from bank_file order by applied_at desc, bank_file_id desc limit 3',
  )
  for (const { bank_file_id: bankFileId } of rows)
    await applyBankFileLines
      .run({ client: 'npt', bankFileId }, context(stopsAfter(about.killAfter)))
      .catch(stopped)
}

/** Lets every job end, as after the last start of a server. */
async function finishJobs(world: World): Promise<void> {
  const { signal } = new AbortController()
  for (const runId of world.runs) await recordPayments.run({ client: 'npt', runId }, context(signal))
  for (const bankFileId of await bankFiles())
    if (!world.formerFiles.has(bankFileId))
      await applyBankFileLines.run({ client: 'npt', bankFileId }, context(signal))
}

async function bankFiles(): Promise<ReadonlySet<string>> {
  const { rows } = await portal.database.admin.query<{ bank_file_id: string }>(
    'select bank_file_id from bank_file',
  )
  return new Set(rows.map(row => row.bank_file_id))
}

/** The entries of a file of a run, read by the field tables. */
async function entriesOf(runId: string): Promise<{ reference: string; amountMinor: bigint }[]> {
  const { body } = await paymentCalls(portal).file(runId, staff[0] as Person)
  return body
    .split('\n')
    .filter(line => line.startsWith('6'))
    .map(line => readRecord(line, nachaFields[6] ?? []))
    .map(entry => ({
      reference: (entry['identification number'] ?? '').trim(),
      amountMinor: BigInt(entry.amount ?? ''),
    }))
}

async function expectToAgree({ fund, runs, grants }: World): Promise<void> {
  const { rows } = await portal.database.admin.query<{
    grant_id: string
    status: number
    returned: string
    payments: number
    run_id: string | null
    letter: { paragraphs: string[] } | null
    pays: number
  }>(
    `select g.grant_id, g.transaction_status_code as status, g.returned_minor as returned, count(p.payment_id)::int as payments,
       max(r.run_id::text) as run_id, (array_agg(p.letter))[1] as letter,
       (select count(*)::int from journal_entry e where e.grant_id = g.grant_id and e.kind = 'grant_paid') as pays
     from grant_recommendation g
       left join payment p on p.grant_id = g.grant_id and p.removed_at is null
       left join payment_run r on r.run_id = p.run_id and r.state = 'sent'
     where g.account_id = $1 group by g.book, g.grant_id`,
    [fund.accountId],
  )
  let paidMinor = 0n
  let pendingMinor = 0n
  for (const { grantId, amountMinor } of grants) {
    const row = rows.find(each => each.grant_id === grantId)
    if (!row) throw new Error('a grant has gone')
    const isPaid = [6, 8, 9].includes(row.status)
    expect([row.pays, row.run_id !== null]).toEqual([isPaid ? 1 : 0, isPaid])
    expect(row.payments).toBeLessThanOrEqual(1)
    expect(row.status === 4).toBe(row.payments === 1 && !isPaid)
    if (isPaid) {
      paidMinor += amountMinor - BigInt(row.returned)
      const sum = `$${(Number(amountMinor) / 100).toFixed(2)}`
      expect(row.letter?.paragraphs.join(' ')).toContain(sum)
    } else pendingMinor += amountMinor
  }
  expect(await grantCalls(portal).balances(fund)).toEqual({
    endingMinor: startMinor - paidMinor,
    pendingMinor,
    availableMinor: startMinor - paidMinor - pendingMinor,
  })
  const inFiles: string[] = []
  for (const runId of runs) {
    const { state, amountMinor } = (await paymentCalls(portal).read(runId, staff[0] as Person)).reply
    if (state !== 'sent') continue
    const entries = await entriesOf(runId)
    expect(entries.reduce((sum, entry) => sum + entry.amountMinor, 0n)).toBe(amountMinor)
    for (const { reference, amountMinor: paid } of entries) {
      expect(grants.find(grant => grant.reference === reference)?.amountMinor).toBe(paid)
      inFiles.push(reference)
    }
  }
  const paidReferences = grants.filter(({ grantId }) =>
    rows.some(row => row.grant_id === grantId && row.pays === 1),
  )
  await expectCertificates(
    portal,
    paidReferences.map(({ grantId }) => grantId),
  )
  expect(inFiles.toSorted()).toEqual(paidReferences.map(({ reference }) => reference).toSorted())
}

test(
  'keeps ledger, runs, files and letters equal and pays nothing twice, for any sequence of commands and crashes (§13)',
  async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async ([commands, answers]) => {
        // Grants of the sequence before would be collected too.
        await withoutTriggers(
          portal.database.admin,
          `update grant_recommendation set transaction_status_code = 7, outcome = 'voided' where transaction_status_code in (3, 4)`,
        )
        await withoutTriggers(
          portal.database.admin,
          `update payment_run set state = 'cancelled', approved_at = null, approved_by = null, released_at = null, released_by = null,
           file_ciphertext = null, file_hash = null, file_name = null, key_id = null, data_key = null where state <> 'sent'`,
        )
        const world: World = {
          fund: await makeFund(portal, { balanceMinor: startMinor }),
          runs: [],
          grants: [],
          hasEnded: false,
          formerFiles: await bankFiles(),
        }
        await charities.move('listed', true)
        for (const about of commands) await execute(world, about)
        await finishJobs(world)
        world.hasEnded = true
        for (const about of answers) await execute(world, about)
        await finishJobs(world)
        await expectToAgree(world)
      }),
      { numRuns: propertyRuns({ usual: 3, long: 100 }), examples: [[aPayment]] },
    )
    // The sequences reach what the test is about.
    const { rows } = await portal.database.admin.query<{ status: number }>(
      `select distinct transaction_status_code as status from grant_recommendation
     where transaction_status_code in (6, 8, 9) order by 1`,
    )
    const reached = rows.map(({ status }) => status)
    expect(reached).not.toEqual([])
    if (isLong) expect(reached).toEqual([6, 8, 9])
  },
  propertyTimeoutMs,
)
