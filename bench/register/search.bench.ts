import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Draws, drawsOf } from '../../src/demo/random.ts'
import { searchCharities } from '../../src/features/charities/server/register/search-charities.ts'
import type { DB } from '../../src/server/db/schema.ts'
import { type Bench, type BenchContext, type Finding, percentile, startBenchDatabase } from '../bench.ts'
import { registerFiles } from './register-files.ts'
import { runImport } from './run-import.ts'
import { mistypeEveryWord, mistypeOneWord, type Sample, typedQueries } from './typed-queries.ts'

const searchesPerRound = 500
const mistypedQueries = 500
const shownFirst = 10

async function run(context: BenchContext): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almoner-bench-search-'))
  const database = await startBenchDatabase()
  try {
    const { paths, what } = await registerFiles(context.dataFolder, folder)
    const imported = await runImport(database, paths, folder)
    context.log(`${imported.newRows} rows of ${what} imported`)
    const db = database.databases.book('npt')
    const draws = drawsOf('search bench')
    const samples = await sampleCharities(db, searchesPerRound + mistypedQueries)
    return [
      ...(await speed(db, samples.slice(0, searchesPerRound), draws, context)),
      await recall(
        db,
        samples.slice(searchesPerRound),
        draws,
        'one typing error in one word',
        mistypeOneWord,
      ),
      await recall(
        db,
        samples.slice(searchesPerRound),
        draws,
        'one typing error in every word of four letters or more',
        mistypeEveryWord,
      ),
    ]
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sampleCharities(db: Kysely<DB>, count: number): Promise<Sample[]> {
  await sql`select setseed(0.5)`.execute(db)
  const { rows } = await sql<Sample>`
    select c.charity_id as "charityId", c.name, coalesce(c.city, '') as city,
           (select count(*)::integer from charity o where o.name_hash = c.name_hash) as "bearers"
      from (select * from charity order by hashtext(charity_id) limit ${count}) c`.execute(db)
  return rows
}

/** Searches and reads by the primary key in turn, over one connection each way. */
async function speed(
  db: Kysely<DB>,
  samples: Sample[],
  draws: Draws,
  context: BenchContext,
): Promise<Finding[]> {
  const queries = samples.map(sample => typedQueries(draws, sample))
  const searchesMs: number[] = []
  const readsMs: number[] = []
  for (let round = -1; round < context.rounds; round++) {
    for (const [at, { keywords }] of queries.entries()) {
      const begunAtMs = performance.now()
      await searchCharities(db, { keywords, registers: ['irs-bmf'], first: shownFirst })
      const searchedAtMs = performance.now()
      await db
        .selectFrom('charity')
        .selectAll()
        .where('charity_id', '=', samples[at]?.charityId ?? '')
        .execute()
      // the first round only warms both up
      if (round < 0) continue
      searchesMs.push(searchedAtMs - begunAtMs)
      readsMs.push(performance.now() - searchedAtMs)
    }
  }
  const [search50, search95, read50, read95] = [
    percentile(searchesMs, 50),
    percentile(searchesMs, 95),
    percentile(readsMs, 50),
    percentile(readsMs, 95),
  ]
  const detail = `${searchesMs.length} searches: median ${search50.toFixed(2)} ms, 95th ${search95.toFixed(2)} ms; as many reads by primary key: median ${read50.toFixed(3)} ms, 95th ${read95.toFixed(3)} ms`
  return [
    {
      what: '95th percentile of searches beside the median read by primary key',
      measured: search95 / read50,
      unit: ' times',
      atMost: 25,
      detail,
    },
    {
      what: '95th beside 95th',
      measured: search95 / read95,
      unit: ' times',
      detail: 'the same searches and reads',
    },
  ]
}

async function recall(
  db: Kysely<DB>,
  samples: Sample[],
  draws: Draws,
  what: string,
  mistype: (draws: Draws, text: string) => string,
): Promise<Finding> {
  let found = 0
  for (const sample of samples) {
    // ten places cannot show hundreds of charities of one name: then a person adds the town
    const text = sample.bearers > shownFirst ? `${sample.name} ${sample.city}` : sample.name
    const shown = await searchCharities(db, {
      keywords: mistype(draws, text),
      registers: ['irs-bmf'],
      first: shownFirst,
    })
    if (shown.some(charity => charity.charityId === sample.charityId)) found++
  }
  return {
    what: `charities found in the first ten, ${what}`,
    measured: (found / samples.length) * 100,
    unit: ' of 100',
    ...(mistype === mistypeOneWord && { atLeast: 95 }),
    detail: `${found} of ${samples.length} drawn from the whole register; where more than ten bear the name, its town is typed too`,
  }
}

export const searchBench: Bench = { name: 'search', run }
