import { parseEin } from '../../domain/us-number.ts'
import type { Refusal, RegisterFormat, RegisterRow, RowReader } from './register-row.ts'
import { wholeAmount } from './whole-amount.ts'

/** The 28 columns of the IRS Exempt Organizations Business Master File extract. */
export const irsHeader: readonly string[] =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'.split(
    ',',
  )

const at = (column: string): number => irsHeader.indexOf(column)

// Looked up once, because toRow runs two million times for the whole country.
const [ein, name, street, city, state, zip] = [
  at('EIN'),
  at('NAME'),
  at('STREET'),
  at('CITY'),
  at('STATE'),
  at('ZIP'),
]
const [group, subsection, affiliation, classification] = [
  at('GROUP'),
  at('SUBSECTION'),
  at('AFFILIATION'),
  at('CLASSIFICATION'),
]
const [ruling, deductibility, foundation, organization] = [
  at('RULING'),
  at('DEDUCTIBILITY'),
  at('FOUNDATION'),
  at('ORGANIZATION'),
]
const [status, taxPeriod, ntee, sortName] = [at('STATUS'), at('TAX_PERIOD'), at('NTEE_CD'), at('SORT_NAME')]
const [assets, income, revenue] = [at('ASSET_AMT'), at('INCOME_AMT'), at('REVENUE_AMT')]

const maxFieldLength = 200

/**
 * ICO ("in care of") names a private person and is never stored. SORT_NAME is the alias, except where it names an officer,
 * who is a private person too.
 */
function toRow(fields: readonly string[]): RegisterRow | Refusal {
  const number = fields[ein] ?? ''
  const charityId = /^\d{9}$/.test(number) ? parseEin(number) : undefined
  // A spreadsheet removes the zeros before a number, and those of the codes too.
  if (/^\d{7,8}$/.test(number))
    return refuse(
      'EIN has lost a zero before it, as in a spreadsheet: use the original file',
      parseEin(number.padStart(9, '0')) ?? null,
    )
  if (charityId === undefined) return refuse('EIN is not a number of nine digits', null)
  const charityName = text(fields[name])
  if (charityName === null) return refuse('NAME is empty', charityId)
  for (const field of fields) {
    if (field.length > maxFieldLength) return refuse('a field is over 200 characters long', charityId)
    if (field.includes('\0')) return refuse('a field holds a NUL character', charityId)
  }
  const assetsWholeUnits = wholeAmount(fields[assets] ?? '')
  if (assetsWholeUnits === undefined) return refuse('ASSET_AMT is not a whole number', charityId)
  const incomeWholeUnits = wholeAmount(fields[income] ?? '')
  if (incomeWholeUnits === undefined) return refuse('INCOME_AMT is not a whole number', charityId)
  const revenueWholeUnits = wholeAmount(fields[revenue] ?? '')
  if (revenueWholeUnits === undefined) return refuse('REVENUE_AMT is not a whole number', charityId)
  return {
    charityId,
    register: 'irs-bmf',
    number,
    name: charityName,
    alsoKnownAs: alias(text(fields[sortName]), charityName),
    street: text(fields[street]),
    city: text(fields[city]),
    state: text(fields[state]),
    postalCode: text(fields[zip]),
    groupNumber: fields[group] === '0000' ? null : text(fields[group]),
    subsection: text(fields[subsection]),
    affiliation: text(fields[affiliation]),
    classification: text(fields[classification]),
    rulingMonth: text(fields[ruling]),
    deductibility: text(fields[deductibility]),
    foundation: text(fields[foundation]),
    organization: text(fields[organization]),
    status: text(fields[status]),
    removedOn: null,
    taxPeriod: text(fields[taxPeriod]),
    ntee: text(fields[ntee]),
    assetsWholeUnits,
    incomeWholeUnits,
    revenueWholeUnits,
  }
}

const officer =
  /^%|^C\/O\b|\b(ATTN|TREASURER|SECRETARY|PRESIDENT|CHAIRMAN|TRUSTEES?|TTEE|EXECUTOR|DIRECTOR)\b/

function alias(text: string | null, charityName: string): string | null {
  return text === null || text === charityName || officer.test(text) ? null : text
}

function text(field: string | undefined): string | null {
  const trimmed = field?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function refuse(refusal: string, charityId: string | null): Refusal {
  return { refusal, charityId }
}

function rowsBelow(header: readonly string[]): RowReader | { problem: string } {
  const wanted = irsHeader.map(column => column.toLowerCase())
  const at = wanted.findIndex((column, place) => column !== header[place])
  if (at === -1 && header.length === wanted.length) return toRow
  return {
    problem:
      header.length === wanted.length || (at !== -1 && at < header.length)
        ? `column ${at + 1} is "${(header[at] ?? '').slice(0, 40)}" instead of "${irsHeader[at]}"`
        : `it has ${header.length} columns instead of ${wanted.length}`,
  }
}

export const irsFormat = { register: 'irs-bmf', dateColumn: null, rowsBelow } satisfies RegisterFormat
