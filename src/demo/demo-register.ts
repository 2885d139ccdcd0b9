import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { isoDate } from '../domain/dates.ts'
import { importRegister } from '../features/charities/server/import/import-register.ts'
import { irsHeader } from '../features/charities/server/import/irs-format.ts'
import { charityName, placeName } from './charities/charity-names.ts'
import { type Random, seededRandom } from './random.ts'

const usCharities = 5_000
const ukCharities = 2_000
const fileDate = isoDate('2026-04-14')

/**
 * Imports invented registers through the same importer as the real ones: about 5,000 US and 2,000 UK charities, the same
 * every time. `registrar` is a pool of the role registrar.
 */
export async function importDemoRegister(registrar: Pool): Promise<void> {
  await inTemporaryFolder(async folder => {
    const common = { startedBy: 'demonstration', refusedFolder: folder }
    for (const [register, name, lines] of [
      ['irs-bmf', 'eo_demo.csv', irsLines(usCharities)],
      ['uk', 'uk_demo.csv', ukLines(ukCharities)],
    ] as const) {
      const path = join(folder, name)
      await writeLines(path, lines)
      await importRegister(registrar, { ...common, register, files: [{ path, fileDate }] })
    }
  })
}

/** For the files of an import. */
export async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almoner-demo-import-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(toBlocks(lines)), createWriteStream(path))
}

function* toBlocks(lines: Iterable<string>): Generator<string> {
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

// Prefixes that the IRS has never assigned, so that no number belongs to a real organization.
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

/** Covers each rule of eligibility.ts among the first rows, and again every few hundred rows. */
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
  const random = seededRandom('demo register us')
  const usedEins = new Set<string>()
  let last: UsCharity | undefined
  for (let index = 0; index < count; index++) {
    const created = usCharity(random, index)
    // Every fortieth charity resembles the one before it.
    const charity = last && index % 40 === 39 ? lookalikeOf(last, created, Math.floor(index / 40)) : created
    if (usedEins.has(charity.ein)) charity.ein = created.ein
    usedEins.add(charity.ein)
    last = charity
    yield irsLine(charity)
  }
}

function usCharity(random: Random, index: number): UsCharity {
  const town = placeName(random)
  const { name, alias, groupNumber } = charityName(random, town)
  const unusual = unusualCodes[index] ?? (random.chance(0.15) ? random.pick(unusualCodes) : {})
  const assets = Math.round(Math.exp(random.normal() * 2.2 + 12))
  const income = Math.round(assets * (0.1 + random.next()))
  const isSmall = random.chance(0.45)
  return {
    ...plain,
    ...unusual,
    ein: `${einPrefixes[index % einPrefixes.length]}${String((index * 7919 + 1_234_567) % 10_000_000).padStart(7, '0')}`,
    name,
    alias,
    groupNumber,
    street: random.chance(0.3)
      ? `PO BOX ${random.integer(1, 999)}`
      : `${random.integer(1, 999)} ${random.pick(streets)}`,
    town,
    state: random.pick(states),
    zip: `${String(random.integer(501, 99_950)).padStart(5, '0')}-${String(random.integer(0, 9999)).padStart(4, '0')}`,
    ntee: random.chance(0.3)
      ? ''
      : `${majorGroups[random.integer(0, majorGroups.length - 1)]}${random.integer(1, 99).toString().padStart(2, '0')}`,
    amounts: isSmall ? ['0', '0', '0'] : [String(assets), String(income), String(Math.round(income * 0.9))],
  }
}

/** A charity with the same name, the same address, or the same name and a tax ID with two digits swapped. */
function lookalikeOf(last: UsCharity, created: UsCharity, index: number): UsCharity {
  const { name, street, town, state, zip } = last
  if (index % 3 === 0) return { ...created, name, alias: '' }
  if (index % 3 === 1) return { ...created, street, town, state, zip }
  const [sixth = '', seventh = ''] = last.ein.slice(6, 8)
  return { ...created, name, ein: `${last.ein.slice(0, 6)}${seventh}${sixth}${last.ein.slice(8)}` }
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

const ukNumberFormats: readonly ((index: number) => string)[] = [
  // Numbers that the three registers have not assigned.
  index => String(900_000 + index),
  index => String(1_900_000 + index),
  index => `GB-CHC-${1_950_000 + index}`,
  index => `SC${String(90_000 + index).padStart(6, '0')}`,
  index => `GB-SC-SC${String(95_000 + index).padStart(6, '0')}`,
  index => `GB-NIC-${190_000 + index}`,
  index => `NI${195_000 + index}`,
]

/** A UK file of `count` invented charities, header first, with numbers in every common format. */
export function* ukLines(count: number): Generator<string> {
  yield 'reg_number,name'
  const random = seededRandom('demo register uk')
  let last = ''
  for (let index = 0; index < count; index++) {
    const name: string =
      index % 40 === 39 ? last : toBritishSpelling(charityName(random, placeName(random)).name)
    last = name
    yield `${ukNumberFormats[index % ukNumberFormats.length]?.(index)},${name}`
  }
}

/** Converts an invented name to British spelling. */
function toBritishSpelling(name: string): string {
  return name
    .replace(/ (INC|CORP|OF AMERICA)$/, '')
    .replace('THEATER', 'THEATRE')
    .replace('CENTER', 'CENTRE')
    .replace('NEIGHBORHOOD', 'NEIGHBOURHOOD')
    .replace('HARBOR', 'HARBOUR')
}
