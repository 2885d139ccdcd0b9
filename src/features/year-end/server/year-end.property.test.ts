import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import {
  fundCount,
  type Holding,
  isGeneral,
  type Kept,
  postYear,
  today,
  yearSteps,
} from '../../../testing/random-year.ts'
import type { Posting } from '../../ledger/domain/postings.ts'
import type { NoncashType } from '../domain/returns.ts'
import { getYearEnd } from './get-year-end.ts'

// Random years, of which the test adds up every figure from what it posted itself.

const [from, to] = ['2025-07-01', '2026-06-30']
let database: TestDatabase
/** Two public charities, one of another section, and an organization that is on no register. */
let charities: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  const made = async (subsection: string) =>
    (await makeCharity(database.databases, { register: 'irs-bmf', subsection })).charityId
  charities = [await made('03'), await made('03'), await made('04'), 'NONE-of-these']
})
afterAll(() => database.drop())

const isInYear = ({ on }: Kept) => on >= from && on <= to
const sumOf = (entries: readonly Kept[], is: (posting: Posting) => boolean) =>
  entries.reduce(
    (sum, { postings }) => postings.reduce((all, each) => (is(each) ? all + each.amountMinor : all), sum),
    0n,
  )
const inSection = (posting: Posting) => ('section' in posting ? posting.section : null)
const given = (posting: Posting) => inSection(posting) === 1
const paid = (posting: Posting) => posting.ledger === 'granted'
const approved = (posting: Posting) => posting.ledger === 'granted' || posting.ledger === 'commitments'
const ofFund = (posting: Posting) => (inSection(posting) ?? 9) <= 8
const sign = (minor: bigint) => (minor > 0n ? 1 : minor < 0n ? -1 : 0)

test('every figure of random years is what their postings add up to, by both methods', {
  timeout: propertyTimeoutMs,
}, async () => {
  const property = fc.asyncProperty(yearSteps, async steps => {
    const kept = await postYear({ database, charities }, steps)
    const found = await getYearEnd(
      { query: { year: 2025 } },
      { db: database.databases.book('npt'), book: npt.book, client: npt, today },
    )
    expect(found).toEqual({ ...figuresOf(kept), ...about })
  })
  await fc.assert(property, { numRuns: propertyRuns({ usual: 6, long: 200 }), endOnFailure: true })
})

/** What no posting says. */
const about = {
  ...{ currency: 'USD', year: 2025, from, to, isOver: true, firstYear: 2018, lastYear: 2026 },
  ...{ method: npt.accountingMethod, return: npt.yearEndReturn, funds: fundCount - 1 },
  sponsor: { legalName: npt.sponsor.legalName, number: npt.sponsor.number },
}

function figuresOf(kept: readonly Kept[]) {
  const year = kept.filter(isInYear)
  const split = (entries: readonly Kept[], is: (posting: Posting) => boolean) => ({
    advisedMinor: sumOf(
      entries.filter(({ fund }) => !isGeneral(fund)),
      is,
    ),
    generalMinor: sumOf(
      entries.filter(({ fund }) => isGeneral(fund)),
      is,
    ),
  })
  const until = kept.filter(({ on }) => on <= to)
  const opening = split(
    kept.filter(({ on }) => on < from),
    ofFund,
  )
  const grants = { cash: split(year, paid), accrual: split(year, approved) }
  const closing = split(until, ofFund)
  const waiting = split(until, posting => posting.ledger === 'commitments')
  const gifts = year.filter(({ kind }) => kind !== 'gift_aid')
  const rate = (minor: bigint) => {
    // Twice the rate is a whole number where the rate is a half, and the division is then exact.
    const doubled = (Number(minor) * 20_000) / Number(opening.advisedMinor)
    return Math.sign(doubled) * Math.round(Math.abs(doubled) / 2)
  }
  const count = (entries: readonly Kept[], is: (posting: Posting) => boolean) =>
    entries.reduce((all, entry) => all + sign(sumOf([entry], is)), 0)
  return {
    ...{ opening, grants },
    contributions: split(gifts, given),
    giftAid: split(
      year.filter(({ kind }) => kind === 'gift_aid'),
      given,
    ),
    closing: {
      cash: closing,
      accrual: {
        advisedMinor: closing.advisedMinor - waiting.advisedMinor,
        generalMinor: closing.generalMinor - waiting.generalMinor,
      },
    },
    rate: { cash: rate(grants.cash.advisedMinor), accrual: rate(grants.accrual.advisedMinor) },
    receipts: { of: count(gifts, given), done: 0 },
    letters: {
      of: count(
        year.filter(({ kind }) => kind === 'grant_paid'),
        paid,
      ),
      done: 0,
    },
    grantees: { cash: granteesOf(year, paid), accrual: granteesOf(year, approved) },
    contributors: contributorsOf(gifts),
    noncash: noncashOf(gifts),
  }
}

function granteesOf(year: readonly Kept[], is: (posting: Posting) => boolean) {
  const listed = charities
    .map((_id, charity) => ({
      charity,
      minor: sumOf(
        year.filter(entry => entry.charity === charity),
        is,
      ),
    }))
    .filter(({ minor }) => minor > 5_000_00n)
  const publicOnes = listed.filter(({ charity }) => charity < 2).length
  return {
    ...{ charities: publicOnes, others: listed.length - publicOnes },
    amountMinor: listed.reduce((sum, { minor }) => sum + minor, 0n),
  }
}

function contributorsOf(gifts: readonly Kept[]) {
  const totals = new Map<string, bigint>()
  for (const entry of gifts) {
    const who = entry.payer ?? `the donors of fund ${entry.fund}`
    totals.set(who, (totals.get(who) ?? 0n) + sumOf([entry], given))
  }
  const all = sumOf(gifts, given)
  const listed = [...totals.values()].filter(minor => minor >= 5_000_00n)
  return {
    ...{ listed: listed.length, overShare: listed.filter(minor => minor * 50n >= all).length },
    amountMinor: listed.reduce((sum, minor) => sum + minor, 0n),
  }
}

const typeOf = (property: Holding['property']): NoncashType =>
  property === 'private-shares' ? 'closely-held' : property === 'property' ? 'other' : 'publicly-traded'

function noncashOf(gifts: readonly Kept[]) {
  const rows = (['publicly-traded', 'closely-held', 'other'] as const).map(type => ({
    ...{ type, contributions: 0, amountMinor: 0n },
  }))
  for (const entry of gifts) {
    const { kind, holdings } = entry
    if (kind !== 'contribution_securities' && kind !== 'contribution_illiquid') continue
    const minor = sumOf([entry], given)
    const valued = holdings.reduce((sum, each) => sum + each.minor, 0n)
    const isSplit = holdings.length > 0 && valued === (minor < 0n ? -minor : minor)
    for (const row of rows) {
      const part = isSplit
        ? holdings.reduce((sum, each) => (typeOf(each.property) === row.type ? sum + each.minor : sum), 0n) *
          BigInt(sign(minor))
        : row.type === (kind === 'contribution_illiquid' ? 'other' : 'publicly-traded')
          ? minor
          : 0n
      row.contributions += sign(part)
      row.amountMinor += part
    }
  }
  return rows
}
