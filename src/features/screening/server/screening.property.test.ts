import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeReceipt } from '../../../testing/factories/make-receipt.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities, newName } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { type FindingStep, findingSteps } from '../domain/finding.ts'
import type { ListEntry } from '../domain/list-entry.ts'
import { importList } from './import/import-list.ts'
import { screenBook } from './screen-everybody.ts'

// Lists change, people decide about findings, grants are approved, and runs are created, checked, approved and released: in any order, two
// at once, and while connections are killed. What leaves is to and from people and charities whose entries were all dismissed.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let officers: Person[]

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())

const subjects = ['charity', 'other charity', 'person', 'payer'] as const
type Subject = (typeof subjects)[number]
const runSteps = ['collect', 'check', 'remove', 'approve', 'release', 'withdraw', 'send'] as const

type Step =
  | { what: 'grant'; to: 'charity' | 'other charity' }
  | { what: 'list' | 'unlist'; subject: Subject }
  | { what: 'decide'; subject: Subject; step: FindingStep; by: 0 | 1 }
  | { what: 'run'; step: (typeof runSteps)[number] }
  | { what: 'screen' }

const anySubject = fc.constantFrom(...subjects)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('grant' as const),
      to: fc.constantFrom('charity', 'other charity'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('list', 'unlist'), subject: anySubject }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('decide' as const),
      subject: anySubject,
      // Most are found to be another, so that payments go on.
      step: fc.oneof(fc.constant('dismiss' as const), fc.constantFrom(...keysOf(findingSteps))),
      by: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ what: fc.constant('run' as const), step: fc.constantFrom(...runSteps) }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'screen' as const }) },
)
/** One step, or two at once. `isKilled`: connections of the portal that are busy end meanwhile. */
const moment = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 2 }), isKilled: fc.boolean() })

type Played = {
  names: Record<Subject, string>
  charityIds: Record<'charity' | 'other charity', string>
  /** Of the last list that was imported, or is about to be. */
  entries: ListEntry[]
  runId: string | null
}

const word = () =>
  `Z${randomBytes(5)
    .toString('hex')
    .replaceAll(/\d/g, digit => 'ghjklmnpqr'.charAt(Number(digit)))}`

/** A fund with a person and a payer, and two charities, all with names that nobody else has. */
async function begin(): Promise<Played> {
  await world.renew()
  const { portal, fund } = world
  const charities = listedCharities(world, clock)
  const names = {
    charity: newName(),
    'other charity': newName(),
    person: `${word()} ${word()}`,
    payer: newName(),
  }
  const charityIds = {
    charity: await world.transferCharity(),
    'other charity': await world.transferCharity(),
  }
  await charities.rename(charityIds.charity, names.charity)
  await charities.rename(charityIds['other charity'], names['other charity'])
  const [firstName = '', lastName = ''] = names.person.split(' ')
  const user = await makeUser(portal.databases, { realm: 'npt', firstName, lastName })
  await makeRelationship(portal.databases, fund, { user, role: 'viewer' })
  const { contributionId } = await makeReceipt(portal, fund)
  await withoutTriggers(
    portal.database.admin,
    'update contribution set payer_name = $2 where contribution_id = $1',
    [contributionId, names.payer],
  )
  // A list without any entry is refused, so one stays that is about none of them.
  return { names, charityIds, entries: [entryOf('charity', newName())], runId: null }
}

const entryOf = (subject: Subject, name: string): ListEntry => ({
  ...{ number: word(), kind: subject === 'person' ? 'person' : 'organization' },
  ...{ names: [{ name, isWeak: false }], birthYears: [], countries: [], programs: ['SDGT'], remarks: '' },
})

/** Imports a new version of OFAC's list with these entries. */
async function importEntries(entries: readonly ListEntry[]): Promise<void> {
  const read = {
    ...{ list: 'ofac' as const, listDate: isoDate(paymentTime.today), fileNames: ['made'] },
    ...{ digest: randomBytes(32).toString('hex'), perhapsCutOff: [], entries: [...entries] },
  }
  // A list without the entries of the one before is shorter.
  const by = { importedBy: 'Basil Thorne', confirmedReason: 'Another list' }
  await importList(world.portal.databases.registrar(), read, by)
}

async function take(played: Played, one: Step): Promise<void> {
  const { portal, calls } = world
  switch (one.what) {
    case 'grant': {
      const charityId = played.charityIds[one.to]
      const grantId = await makeGrant(portal, world.fund, { charityId, repeatConfirmed: true })
      await world.grants.approve(grantId, world.approver.session)
      return
    }
    case 'list': {
      played.entries.push(entryOf(one.subject, played.names[one.subject]))
      await importEntries(played.entries)
      return
    }
    case 'unlist': {
      const place = played.entries.findLastIndex(({ names }) => names[0]?.name === played.names[one.subject])
      if (place < 0) return
      played.entries.splice(place, 1)
      await importEntries(played.entries)
      return
    }
    case 'decide': {
      const [first, second] = officers
      const by = one.by === 0 ? first : second
      if (!by) throw new Error('no officer')
      const findings = findingCalls(portal)
      const about = async (view: 'to-decide' | 'confirmed') =>
        (await findings.list(by, view)).filter(({ ourName }) => ourName === played.names[one.subject])
      for (const { findingId } of [...(await about('to-decide')), ...(await about('confirmed'))])
        await findings.decide(findingId, one.step, by)
      return
    }
    case 'run': {
      if (one.step === 'collect') {
        const collected = await calls.collect(world.one, 'eft', paymentTime.today)
        if (collected.status === 200) played.runId = collected.reply.runId
      } else if (played.runId !== null)
        await calls[one.step](played.runId, one.step === 'approve' ? world.two : world.one)
      return
    }
    case 'screen':
      await screenBook(portal.databases.book('npt'), {
        book: 'npt',
        clock,
        signal: new AbortController().signal,
      })
  }
}

/** Ends the connections of the portal that are in the midst of something. */
const killBusy = () =>
  world.portal.database.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename <> current_user and state in ('active', 'idle in transaction')`,
  )

/** What was let through so far, each as a key with its grant: approvals, payments without a problem, runs that were approved and released. */
async function letThrough(): Promise<Map<string, string>> {
  const { rows } = await world.portal.database.admin.query<{ key: string; grant_id: string }>(
    `select 'grant ' || grant_id || step as key, grant_id from grant_history_entry where transition = 'approve'
     union all
     select stage || payment_id || at, grant_id from payment p join payment_run r using (book, run_id)
       cross join lateral (values ('payment ', r.created_at), ('approved ', r.approved_at), ('released ', r.released_at)) s (stage, at)
       where p.removed_at is null and p.problem is null and at is not null`,
  )
  return new Map(rows.map(({ key, grant_id }) => [key, grant_id]))
}

/** The grants to or from whom an entry of the current list names that was not dismissed, or a finding waits or was confirmed. */
async function stoppedGrants(): Promise<Set<string>> {
  const { rows } = await world.portal.database.admin.query<{ grant_id: string }>(
    `select g.grant_id from grant_recommendation g where g.account_id = $1 and exists (
       select from (
         select charity_id as id, name from charity where charity_id = g.charity_id
         union all select coalesce(y.user_id, y.party_id)::text, y.name
           from account_relationship r join party y using (book, party_id) where r.account_id = g.account_id
         union all select 'payer ' || md5(c.account_id || c.payer_name), c.payer_name
           from contribution c where c.account_id = g.account_id and c.payer_name is not null) s
       where exists (select from screening_finding f where f.subject_id = s.id and f.state in ('waiting', 'confirmed', 'lifting'))
         or exists (select from sanctions_entry e
           where e.until_version is null and e.names @> jsonb_build_array(jsonb_build_object('name', s.name)) and not exists (
             select from screening_finding f where f.subject_id = s.id and f.entry_id = e.entry_id and f.state = 'dismissed')))`,
    [world.fund.accountId],
  )
  return new Set(rows.map(({ grant_id }) => grant_id))
}

/** Takes steps at once. What they let through was free before them or after them. */
async function play(
  played: Played,
  { steps, isKilled }: { steps: Step[]; isKilled: boolean },
): Promise<void> {
  const [known, before] = [await letThrough(), await stoppedGrants()]
  const taken = Promise.allSettled(steps.map(one => take(played, one)))
  if (isKilled) await killBusy()
  const failed = (await taken).filter(({ status }) => status === 'rejected')
  if (!isKilled) expect(failed).toEqual([])
  const after = await stoppedGrants()
  const wrong = [...(await letThrough())].filter(
    ([key, grantId]) => !known.has(key) && before.has(grantId) && after.has(grantId),
  )
  expect(wrong).toEqual([])
}

const inRun = (...of: (typeof runSteps)[number][]): Step[] => of.map(each => ({ what: 'run', step: each }))

test(
  'no payment leaves to or from whom a finding is open or confirmed',
  async () => {
    // Jobs whose connection is killed say so, and run again.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    officers = [
      await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' }),
      await makeStaff(world.portal, { firstName: 'Sam', lastName: 'Second' }),
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 10, maxLength: 25 }), async moments => {
        const played = await begin()
        // A payment leaves, so that what follows would be seen.
        const first = (await letThrough()).size
        for (const each of [
          { what: 'grant', to: 'charity' } as const,
          ...inRun('collect', 'approve', 'release'),
        ])
          await play(played, { steps: [each], isKilled: false })
        expect((await letThrough()).size - first).toBe(4)
        for (const each of moments) await play(played, each)
        // And one does not, whatever came before.
        await play(played, { steps: [{ what: 'list', subject: 'charity' }], isKilled: false })
        const { charity: charityId } = played.charityIds
        // What was confirmed takes no grant at all.
        const grantId = await makeGrant(world.portal, world.fund, { charityId, repeatConfirmed: true }).catch(
          () => null,
        )
        if (grantId === null) return
        const refused = await world.grants.approve(grantId, world.approver.session)
        expect(refused.status).toBe(409)
      }),
      { numRuns: propertyRuns({ usual: 3, long: 200 }) },
    )
  },
  propertyTimeoutMs,
)
