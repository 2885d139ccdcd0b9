import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { IsoDate } from '../domain/dates.ts'
import { importRegister } from '../features/charities/server/import/import-register.ts'
import { irsHeader } from '../features/charities/server/import/irs-format.ts'
import { charityName, placeName } from './charities/charity-names.ts'
import { type Draws, drawsOf } from './random.ts'

const usCharities = 5_000
const ukCharities = 2_000
const fileDate = '2026-04-14' as IsoDate

/**
 * Brings the invented registers of the demonstration into the database through the same importer as the real ones:
 * about 5,000 US and 2,000 UK charities, the same every time. `registrar` is a pool of the role registrar.
 */
export async function importDemoRegister(registrar: Pool): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almoner-demo-register-'))
  try {
    const common = { startedBy: 'demonstration', refusedFolder: folder }
    for (const [register, name, lines] of [
      ['irs-bmf', 'eo_demo.csv', irsLines(usCharities)],
      ['uk', 'uk_demo.csv', ukLines(ukCharities)],
    ] as const) {
      const path = join(folder, name)
      await writeLines(path, lines)
      await importRegister(registrar, { ...common, register, files: [{ path, fileDate }] })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inBlocks(lines)), createWriteStream(path))
}

function* inBlocks(lines: Iterable<string>): Generator<string> {
  let block = ''
  for (const line of lines) {
    block += `${line}\n`
    if (block.length > 64 * 1024) {
      yield block
      block = ''
    }
  }
  if (block !== '') yield block
}

// prefixes that the IRS has never given out, so that no number is a real organisation's
const einPrefixes = [
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
  '96',
  '97',
]
const states = 'AK AR CT DC DE HI ID KS KY LA ME MS MT ND NE NH NM NV OK RI SD UT VT WV WY'.split(' ')
const majorGroups = 'ABCDEFGHIJKLMNOPQRSTUVWXY'
const streets = 'MAIN ST,CHURCH ST,MILL LN,ORCHARD AVE,STATION RD,RIVER RD,SCHOOL ST,MARKET SQ'.split(',')

type Codes = { subsection: string; foundation: string; deductibility: string; status: string }
const plain: Codes = { subsection: '03', foundation: '15', deductibility: '1', status: '01' }

/** Each rule of eligibility.ts at least once among the first rows, and again every few hundred. */
const unusualCodes: readonly Partial<Codes>[] = [
  { subsection: '92', foundation: '00' },
  { subsection: '04', foundation: '00', deductibility: '2' },
  { subsection: '19', foundation: '00', deductibility: '0' },
  ...['04', '24', '18', '17', '21', '22', '23', '02', '03', '00', '09'].map(foundation => ({ foundation })),
  ...['10', '11', '12', '13', '14', '16'].map(foundation => ({ foundation })),
  { deductibility: '2' },
  { deductibility: '4' },
  { status: '02' },
  { status: '12' },
  { status: '25' },
]

type UsCharity = Codes & {
  ein: string
  name: string
  alias: string
  street: string
  town: string
  state: string
  zip: string
  groupNumber: string
  ntee: string
  amounts: [string, string, string]
}

/** An IRS file of `count` invented charities, header first, in the 28 columns of the real one. */
export function* irsLines(count: number): Generator<string> {
  yield irsHeader.join(',')
  const draws = drawsOf('demo register us')
  const taken = new Set<string>()
  let last: UsCharity | undefined
  for (let nth = 0; nth < count; nth++) {
    const made = usCharity(draws, nth)
    // every fortieth can be taken for the one before it
    const charity = last && nth % 40 === 39 ? confusedWith(last, made, Math.floor(nth / 40)) : made
    if (taken.has(charity.ein)) charity.ein = made.ein
    taken.add(charity.ein)
    last = charity
    yield irsLine(charity)
  }
}

function usCharity(draws: Draws, nth: number): UsCharity {
  const town = placeName(draws)
  const { name, alias, groupNumber } = charityName(draws, town)
  const unusual = unusualCodes[nth] ?? (draws.chance(0.15) ? draws.pick(unusualCodes) : {})
  const assets = Math.round(Math.exp(draws.normal() * 2.2 + 12))
  const income = Math.round(assets * (0.1 + draws.next()))
  const isSmall = draws.chance(0.45)
  return {
    ...plain,
    ...unusual,
    ein: `${einPrefixes[nth % einPrefixes.length]}${String((nth * 7919 + 1_234_567) % 10_000_000).padStart(7, '0')}`,
    name,
    alias,
    groupNumber,
    street: draws.chance(0.3)
      ? `PO BOX ${draws.whole(1, 999)}`
      : `${draws.whole(1, 999)} ${draws.pick(streets)}`,
    town,
    state: draws.pick(states),
    zip: `${String(draws.whole(501, 99_950)).padStart(5, '0')}-${String(draws.whole(0, 9999)).padStart(4, '0')}`,
    ntee: draws.chance(0.3)
      ? ''
      : `${majorGroups[draws.whole(0, majorGroups.length - 1)]}${draws.whole(1, 99).toString().padStart(2, '0')}`,
    amounts: isSmall ? ['0', '0', '0'] : [String(assets), String(income), String(Math.round(income * 0.9))],
  }
}

/** The same name elsewhere, the same address, or the same name with two digits of the tax id exchanged. */
function confusedWith(last: UsCharity, made: UsCharity, nth: number): UsCharity {
  const { name, street, town, state, zip } = last
  if (nth % 3 === 0) return { ...made, name, alias: '' }
  if (nth % 3 === 1) return { ...made, street, town, state, zip }
  const [sixth = '', seventh = ''] = last.ein.slice(6, 8)
  return { ...made, name, ein: `${last.ein.slice(0, 6)}${seventh}${sixth}${last.ein.slice(8)}` }
}

function irsLine(charity: UsCharity): string {
  const { ein, name, alias, street, town, state, zip, groupNumber, ntee, amounts } = charity
  const { subsection, foundation, deductibility, status } = charity
  return [
    ...[
      ein,
      name,
      '',
      street,
      town,
      state,
      zip,
      groupNumber,
      subsection,
      groupNumber === '0000' ? '3' : '9',
      '1000',
    ],
    ...['199801', deductibility, foundation, '000000000', '1', status, '202512', '0', '0', '02', '0', '12'],
    ...[...amounts, ntee, alias],
  ].join(',')
}

const ukSpellings: readonly ((nth: number) => string)[] = [
  // numbers beyond what the three registers have given out
  nth => String(900_000 + nth),
  nth => String(1_900_000 + nth),
  nth => `GB-CHC-${1_950_000 + nth}`,
  nth => `SC${String(90_000 + nth).padStart(6, '0')}`,
  nth => `GB-SC-SC${String(95_000 + nth).padStart(6, '0')}`,
  nth => `GB-NIC-${190_000 + nth}`,
  nth => `NI${195_000 + nth}`,
]

/** A UK file of `count` invented charities, header first, their numbers in every common spelling. */
export function* ukLines(count: number): Generator<string> {
  yield 'reg_number,name'
  const draws = drawsOf('demo register uk')
  let last = ''
  for (let nth = 0; nth < count; nth++) {
    const name: string = nth % 40 === 39 ? last : inBritish(charityName(draws, placeName(draws)).name)
    last = name
    yield `${ukSpellings[nth % ukSpellings.length]?.(nth)},${name}`
  }
}

/** The same invented names as a British charity writes them. */
function inBritish(name: string): string {
  return name
    .replace(/ (INC|CORP|OF AMERICA)$/, '')
    .replace('THEATER', 'THEATRE')
    .replace('CENTER', 'CENTRE')
    .replace('NEIGHBORHOOD', 'NEIGHBOURHOOD')
    .replace('HARBOR', 'HARBOUR')
}
