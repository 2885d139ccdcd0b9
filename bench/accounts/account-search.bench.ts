import { type Kysely, sql } from 'kysely'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import { findAccount } from '../../src/features/accounts/server/accounts.queries.ts'
import { accountKeysets, listAccounts } from '../../src/features/accounts/server/search-accounts.queries.ts'
import type { DB } from '../../src/server/db/schema.ts'
import {
  type Bench,
  type BenchContext,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { sizeOf, usually } from '../sizes.ts'
import { makeAccounts } from './make-accounts.ts'

const accounts = sizeOf('BENCH_ACCOUNTS', { usual: 1_000_000, smallest: 300 })
const searchesPerRound = usually(500, 20)
const minRounds = usually(3, 1)

type Sample = { accountId: string; fundId: string; name: string }

/** Kinds of keywords that staff type, with their share in percent. */
const kinds: readonly { kind: string; share: number; type: (random: Random, sample: Sample) => string }[] = [
  { kind: 'whole name', share: 15, type: (_, { name }) => name },
  {
    kind: 'three to five letters of a word',
    share: 25,
    type: (random, { name }) => partOf(random, name, 3, 5),
  },
  { kind: 'most of a word', share: 20, type: (random, { name }) => partOf(random, name, 5, 12) },
  {
    kind: 'two words in the other order',
    share: 15,
    type: (_, { name }) => name.split(' ').slice(-2).reverse().join(' '),
  },
  {
    kind: 'beginning of an ID',
    share: 15,
    type: (random, { fundId }) => fundId.slice(0, random.integer(3, fundId.length)),
  },
  {
    kind: 'ID and a word',
    share: 5,
    type: (random, { fundId, name }) => `${fundId} ${partOf(random, name, 4, 8)}`,
  },
  {
    kind: 'a word of most names',
    share: 5,
    type: random => random.pick(['fund', 'family', 'the', 'foundation', 'family fund']),
  },
]

function partOf(random: Random, name: string, least: number, most: number): string {
  const word = random.pick(name.split(' ').filter(each => each.length >= least))
  const length = Math.min(word.length, random.integer(least, most))
  const start = random.integer(0, word.length - length)
  return word.slice(start, start + length)
}

function typed(random: Random, sample: Sample): { kind: string; keywords: string } {
  let left = random.integer(1, 100)
  for (const { kind, share, type } of kinds) {
    left -= share
    if (left <= 0) return { kind, keywords: type(random, sample).toLowerCase() }
  }
  throw new Error('the shares of the kinds of keywords are less than 100 percent')
}

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  try {
    context.log(`writing ${accounts} accounts`)
    await makeAccounts(database, accounts)
    const { rows } = await database.admin.query<{ mb: string }>(
      `select pg_total_relation_size('account_name_part') / 1000000 as mb`,
    )
    context.log(`the index of names has ${rows[0]?.mb} MB`)
    return await measure(database.databases.book('npt'), context)
  } finally {
    await database.stop()
  }
}

async function sampleAccounts(db: Kysely<DB>): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select account_id as "accountId", fund_id::text as "fundId", account_name as name
      from fund_account order by hashint8(fund_id) limit ${searchesPerRound}`.execute(db)
  return rows
}

/** Alternates searches of staff, first page and total, with reads by primary key through the same pool. */
async function measure(db: Kysely<DB>, context: BenchContext): Promise<Finding[]> {
  const random = seededRandom('account search bench')
  const queries = (await sampleAccounts(db)).map(sample => ({
    ...sample,
    ...typed(random, sample),
    searchesMs: [] as number[],
    readsMs: [] as number[],
  }))
  const rounds = Math.max(context.rounds, minRounds)
  for (let round = -1; round < rounds; round++) {
    for (const { accountId, keywords, searchesMs, readsMs } of queries) {
      const startedAtMs = performance.now()
      const found = await search(db, keywords)
      const searchedAtMs = performance.now()
      if (found.rows.length === 0)
        throw new Error(`no account was found by “${keywords}”, a part of its own name`)
      await findAccount(db, accountId)
      // Round -1 only warms up both sides.
      if (round < 0) continue
      searchesMs.push(searchedAtMs - startedAtMs)
      readsMs.push(performance.now() - searchedAtMs)
    }
  }
  for (const { kind } of kinds) {
    const ofKind = queries.filter(query => query.kind === kind)
    const times = ofKind.map(query => median(query.searchesMs))
    const slowest = ofKind.toSorted((one, other) => median(other.searchesMs) - median(one.searchesMs))[0]
    context.log(
      `${kind}: median ${median(times).toFixed(2)} ms, 95th ${percentile(times, 95).toFixed(2)} ms, slowest “${slowest?.keywords}” ${median(slowest?.searchesMs ?? []).toFixed(2)} ms`,
    )
  }
  const searches = queries.map(query => median(query.searchesMs))
  const read = median(queries.map(query => median(query.readsMs)))
  const search95 = percentile(searches, 95)
  return [
    {
      what: `95th percentile of searches among ${accounts} accounts ÷ median read by primary key`,
      measured: search95 / read,
      unit: ' times',
      atMost: 25,
      detail: `${searches.length} searches, each the median of ${rounds} rounds: median ${median(searches).toFixed(2)} ms, 95th ${search95.toFixed(2)} ms, slowest ${Math.max(...searches).toFixed(2)} ms; read ${read.toFixed(3)} ms`,
    },
  ]
}

const firstPage = {
  first: 10,
  keyset: { keys: accountKeysets('USD').accountName, descending: false },
  after: null,
  countedTotal: null,
  isTotalExact: true,
  before: 0,
}

const search = (db: Kysely<DB>, keywords: string) =>
  listAccounts(db, { userId: nobody, seesEveryAccount: true, keywords, countsAll: false }, firstPage)

/** Staff need no relationship to an account. */
const nobody = '00000000-0000-4000-8000-000000000000'

export const accountSearchBench: Bench = { run }
