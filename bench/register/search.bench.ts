import { rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import { matchCharities } from '../../src/features/charities/server/match-charities.ts'
import type { DB } from '../../src/server/db/schema.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import {
  type Bench,
  type BenchContext,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { usually } from '../sizes.ts'
import { registerFiles } from './register-files.ts'
import { runImport } from './run-import.ts'
import { type Sample, typedAsRemembered, typedQueries, waysOfTyping } from './typed-queries.ts'

const searchesPerRound = usually(500, 20)
const queriesOfEachKind = usually(200, 5)
const rememberedQueries = usually(400, 28)
const sampledCharities = usually(6_000, 500)
const resultCount = 10
const minRounds = usually(5, 1)

async function run(context: BenchContext): Promise<Finding[]> {
  const folder = temporaryDirectory('bench-search')
  const database = await startBenchDatabase()
  try {
    const { paths, what } = await registerFiles(context.dataFolder, folder)
    const imported = await runImport(database, paths, folder)
    context.log(`${imported.newRows} rows of ${what} imported`)
    const db = database.databases.book('npt')
    const random = seededRandom('search bench')
    return [
      ...(await speed(db, await sampleCharities(db, searchesPerRound), random, context)),
      ...(await quality(db, random)),
      await asRemembered(db, random),
    ]
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same charities each time, in no particular order. */
async function sampleCharities(db: Kysely<DB>, count: number, offset = 0): Promise<Sample[]> {
  const { rows } = await sql<Sample>`
    select c.charity_id as "charityId", c.name, coalesce(c.city, '') as city,
           (select count(*)::integer from charity o where o.name_hash = c.name_hash) as "sameNameCount",
           (select count(*)::integer from charity o where o.name_hash = c.name_hash and o.city = c.city) as "sameNameAndTownCount"
      from (select * from charity where register = 'irs-bmf' order by hashtext(charity_id) limit ${count} offset ${offset}) c`.execute(
    db,
  )
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
      await matchCharities(db, { keywords, registers: ['irs-bmf'], first: resultCount })
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

/** Whether people find the charity that they mean among the first ten results, for each way of typing its name. */
async function quality(db: Kysely<DB>, random: Random): Promise<Finding[]> {
  const samples = await sampleCharities(db, sampledCharities, searchesPerRound)
  const findings: Finding[] = []
  for (const { what, atLeast, type, isJudgedAtAnySize } of waysOfTyping) {
    const queries = samples
      .filter(sample => sample.sameNameAndTownCount <= resultCount)
      .flatMap(sample => {
        const typed = type(random, sample.name)
        return typed === null ? [] : [{ sample, typed }]
      })
      .slice(0, queriesOfEachKind)
    let found = 0
    const missed: string[] = []
    for (const { sample, typed } of queries) {
      // Ten results cannot show hundreds of charities with one name, so a person would add the town.
      const keywords = sample.sameNameCount > resultCount ? `${typed} ${sample.city}` : typed
      const shown = await matchCharities(db, { keywords, registers: ['irs-bmf'], first: resultCount })
      if (shown.charities.some(charity => charity.charityId === sample.charityId)) found++
      else missed.push(keywords)
    }
    findings.push({
      what: `charities among the first ten results, ${what}`,
      measured: (found / queries.length) * 100,
      unit: ' of 100',
      atLeast,
      ...(isJudgedAtAnySize ? { isJudgedAtAnySize } : {}),
      detail: `${found} of ${queries.length} sampled from the whole register; names shared by more than ten are searched with their town, and left out where the town has more than ten of them; missed for example: ${missed.slice(0, 3).join(', ')}`,
    })
  }
  return findings
}

/** Whether people find the charity that they half remember: as many queries of each kind, each of another charity. */
async function asRemembered(db: Kysely<DB>, random: Random): Promise<Finding> {
  const samples = (await sampleCharities(db, sampledCharities, searchesPerRound)).filter(
    ({ sameNameAndTownCount }) => sameNameAndTownCount <= resultCount,
  )
  const missed: string[] = []
  let asked = 0
  for (const { what, type } of typedAsRemembered) {
    const ofEach = Math.ceil(rememberedQueries / typedAsRemembered.length)
    for (let left = ofEach; left > 0 && asked < rememberedQueries && samples.length > 0; ) {
      const sample = samples.pop()
      const typed = sample === undefined ? null : type(random, sample)
      if (sample === undefined || typed === null) continue
      left--
      asked++
      // As in `quality`.
      const needsTown = sample.sameNameCount > resultCount && !/\d{6}/.test(typed)
      const keywords = needsTown ? `${typed} ${sample.city.toLowerCase()}` : typed
      const shown = await matchCharities(db, { keywords, registers: ['irs-bmf'], first: resultCount })
      if (!shown.charities.some(({ charityId }) => charityId === sample.charityId))
        missed.push(`${what}: ${keywords}`)
    }
  }
  return {
    what: 'charities among the first ten results, typed as half remembered',
    measured: ((asked - missed.length) / asked) * 100,
    unit: ' of 100',
    atLeast: 97,
    detail: `${asked - missed.length} of ${asked} queries of ${typedAsRemembered.length} kinds; missed: ${missed.join(', ') || 'none'}`,
  }
}

export const searchBench: Bench = { run }
