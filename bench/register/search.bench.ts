import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import { searchCharities } from '../../src/features/charities/server/search-charities.ts'
import type { DB } from '../../src/server/db/schema.ts'
import {
  type Bench,
  type BenchContext,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { registerFiles } from './register-files.ts'
import { runImport } from './run-import.ts'
import { mistypeEveryWord, mistypeOneWord, type Sample, typedQueries } from './typed-queries.ts'

const searchesPerRound = 500
const mistypedQueries = 500
const resultCount = 10
const minRounds = 5

async function run(context: BenchContext): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almoner-bench-search-'))
  const database = await startBenchDatabase()
  try {
    const { paths, what } = await registerFiles(context.dataFolder, folder)
    const imported = await runImport(database, paths, folder)
    context.log(`${imported.newRows} rows of ${what} imported`)
    const db = database.databases.book('npt')
    const random = seededRandom('search bench')
    const samples = await sampleCharities(db, searchesPerRound + mistypedQueries)
    return [
      ...(await speed(db, samples.slice(0, searchesPerRound), random, context)),
      await recall(
        db,
        samples.slice(searchesPerRound),
        random,
        'one typing error in one word',
        mistypeOneWord,
      ),
      await recall(
        db,
        samples.slice(searchesPerRound),
        random,
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
           (select count(*)::integer from charity o where o.name_hash = c.name_hash) as "sameNameCount"
      from (select * from charity order by hashtext(charity_id) limit ${count}) c`.execute(db)
  return rows
}

/** Alternates searches and reads by primary key through the same pool. A search's time is the median of its rounds. */
async function speed(
  db: Kysely<DB>,
  samples: Sample[],
  random: Random,
  context: BenchContext,
): Promise<Finding[]> {
  const queries = samples.map(sample => ({
    ...typedQueries(random, sample),
    searchesMs: [] as number[],
    readsMs: [] as number[],
  }))
  const rounds = Math.max(context.rounds, minRounds)
  for (let round = -1; round < rounds; round++) {
    for (const [index, { keywords, searchesMs, readsMs }] of queries.entries()) {
      const startedAtMs = performance.now()
      await searchCharities(db, { keywords, registers: ['irs-bmf'], first: resultCount })
      const searchedAtMs = performance.now()
      await db
        .selectFrom('charity')
        .selectAll()
        .where('charity_id', '=', samples[index]?.charityId ?? '')
        .execute()
      // Round -1 only warms up both sides.
      if (round < 0) continue
      searchesMs.push(searchedAtMs - startedAtMs)
      readsMs.push(performance.now() - searchedAtMs)
    }
  }
  const searches = queries.map(query => median(query.searchesMs))
  const read = median(queries.map(query => median(query.readsMs)))
  const search95 = percentile(searches, 95)
  const every95 = percentile(
    queries.flatMap(query => query.searchesMs),
    95,
  )
  const everyRead95 = percentile(
    queries.flatMap(query => query.readsMs),
    95,
  )
  return [
    {
      what: '95th percentile of searches ÷ median read by primary key',
      measured: search95 / read,
      unit: ' times',
      atMost: 25,
      detail: `${searches.length} searches, each the median of ${rounds} rounds: median ${median(searches).toFixed(2)} ms, 95th ${search95.toFixed(2)} ms; read ${read.toFixed(3)} ms`,
    },
    {
      what: '95th percentile of all single searches ÷ 95th percentile of all single reads',
      measured: every95 / everyRead95,
      unit: ' times',
      detail: `${every95.toFixed(2)} ms and ${everyRead95.toFixed(3)} ms`,
    },
  ]
}

async function recall(
  db: Kysely<DB>,
  samples: Sample[],
  random: Random,
  what: string,
  mistype: (random: Random, text: string) => string,
): Promise<Finding> {
  let found = 0
  for (const sample of samples) {
    // Ten results cannot show hundreds of charities with one name, so a person would add the town.
    const text = sample.sameNameCount > resultCount ? `${sample.name} ${sample.city}` : sample.name
    const shown = await searchCharities(db, {
      keywords: mistype(random, text),
      registers: ['irs-bmf'],
      first: resultCount,
    })
    if (shown.charities.some(charity => charity.charityId === sample.charityId)) found++
  }
  return {
    what: `charities among the first ten results, ${what}`,
    measured: (found / samples.length) * 100,
    unit: ' of 100',
    ...(mistype === mistypeOneWord && { atLeast: 95 }),
    detail: `${found} of ${samples.length} sampled from the whole register; names shared by more than ten are searched with their town`,
  }
}

export const searchBench: Bench = { name: 'search', run }
