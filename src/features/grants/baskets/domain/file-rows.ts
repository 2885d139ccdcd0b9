import { keysOf } from '../../../../domain/keys-of.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { amountTooLarge, type Currency, otherCurrencySentence, parseMoney } from '../../../../domain/money.ts'
import { parseUkNumber } from '../../../charities/domain/uk-number.ts'
import { parseEin } from '../../../charities/domain/us-number.ts'
import { parseVettedNumber } from '../../../charities/domain/vetted-number.ts'
import { type Naming, namingCodes, namings } from '../../../people/domain/naming.ts'
import { emptyChoices, type GrantChoices } from '../../domain/grant-choices.ts'
import { type Purpose, purposes } from '../../domain/purpose.ts'

/** The columns of a file of grants, with the headings that name them. The first of each is that of the template. */
export const fileColumns = {
  taxId: ['Tax ID', 'EIN', 'Charity number', 'Registered charity number', 'Charity ID'],
  name: ['Charity name', 'Charity', 'Name', 'Organization', 'Organisation'],
  amount: ['Amount', 'Grant amount'],
  purpose: ['Purpose', 'Grant purpose'],
  naming: ['Shown to the charity', 'Named to the charity', 'Naming', 'Recognition'],
} as const satisfies Record<string, readonly string[]>
type FileColumn = keyof typeof fileColumns

const columnNames = keysOf(fileColumns)

/** The required columns; the others are optional. */
const needed: readonly FileColumn[] = ['taxId', 'amount']

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*:()]+/g, ' ')
    .trim()

/** Where each column is in the file, by its first row; null where a column that is needed is missing. */
export function columnsOf(
  headings: readonly string[],
  currency: Currency,
): ReadonlyMap<FileColumn, number> | null {
  const code = new RegExp(` ${currency.toLowerCase()}$`)
  const found = new Map<FileColumn, number>()
  for (const column of columnNames) {
    const index = headings.findIndex(heading =>
      fileColumns[column].some(name => plain(heading).replace(code, '') === name.toLowerCase()),
    )
    if (index !== -1) found.set(column, index)
  }
  return needed.every(column => found.has(column)) ? found : null
}

export const headingsMissing = (register: FileRules['register']): string =>
  `The first row must contain the column names, including “${register === 'uk' ? 'Charity number' : 'Tax ID'}” and “Amount”. See the template.`

/** The amounts that a file may have. */
export type AmountRules = { locale: string; currency: Currency; maxAmountMinor: bigint }

type FileRules = AmountRules & { register: 'irs-bmf' | 'uk'; defaultNaming: Naming }

/** A row of a file as the content of a draft (drafts.contract.ts). */
type RowDraft = GrantChoices & {
  charityId: string | null
  charityName: string | null
  amountMinor: bigint | null
  frequency: 'once'
  startsOn: null
  endsOn: null
  endsAfter: null
  given: { taxId: string; amount: string; naming: string }
  accepted: string[]
}

/** One row of a file as a draft: unreadable values are stored as they were given, and are an error of the row. */
export function draftOfRow(
  cells: readonly string[],
  columns: ReadonlyMap<FileColumn, number>,
  { register, defaultNaming, ...amounts }: FileRules,
): RowDraft {
  const cell = (column: FileColumn): string => cells[columns.get(column) ?? -1]?.trim() ?? ''
  const ofRegister = register === 'uk' ? parseUkNumber(cell('taxId'))?.charityId : einOf(cell('taxId'))
  const charityId = parseVettedNumber(cell('taxId')) ?? ofRegister
  const namingCode = namingOf(cell('naming'), defaultNaming)
  return {
    charityId: charityId ?? null,
    charityName: cell('name').slice(0, 300) || null,
    amountMinor: readAmount(cell('amount'), amounts),
    ...emptyChoices,
    ...purposeOf(cell('purpose')),
    namingCode: namingCode ?? defaultNaming,
    frequency: 'once',
    startsOn: null,
    endsOn: null,
    endsAfter: null,
    given: {
      taxId: cell('taxId').slice(0, 40),
      amount: cell('amount').slice(0, 40),
      naming: namingCode === null ? cell('naming').slice(0, 40) : '',
    },
    accepted: [],
  }
}

/** The amount of a cell; null where `unreadAmount` says why it is none. */
function readAmount(text: string, { maxAmountMinor, ...currency }: AmountRules): bigint | null {
  const amountMinor = parseMoney(text, currency)
  return typeof amountMinor === 'bigint' && amountMinor > 0n && amountMinor <= maxAmountMinor
    ? amountMinor
    : null
}

/** Why the amount that a file gives was not read, as a sentence. */
export function unreadAmount(text: string, { maxAmountMinor, currency, locale }: AmountRules): string {
  const amountMinor = parseMoney(text, { currency, locale })
  if (amountMinor === 'other-currency')
    return `“${text}” is in another currency. ${otherCurrencySentence[currency]}`
  if (amountMinor === 'too-large' || (typeof amountMinor === 'bigint' && amountMinor > maxAmountMinor))
    return amountTooLarge(maxAmountMinor, currency, locale)
  return `“${text}” is not an amount`
}

/** A spreadsheet drops the zeros at the beginning of a number. */
const einOf = (text: string) => parseEin(/^\d{7,8}$/.test(text) ? text.padStart(9, '0') : text)

/** Null for a text that matches no choice: a guess could name a donor who wants to stay anonymous. */
function namingOf(text: string, defaultNaming: Naming): Naming | null {
  if (text === '') return defaultNaming
  return (
    namingCodes.find(code => code === text || plain(namings[code]) === plain(text)) ??
    namingCodes.find(code => plain(namings[code]).startsWith(plain(text)) && plain(text).length >= 4) ??
    null
  )
}

const withName = ['in_honour', 'in_memory'] as const satisfies readonly Purpose[]

/** `In memory of Ruth` is read as the purpose that it names; any other text is a text of its own. */
function purposeOf(text: string): Pick<RowDraft, 'purposeCode' | 'purposeText'> {
  if (text === '' || plain(text) === plain(purposes.where_needed))
    return { purposeCode: 'where_needed', purposeText: null }
  for (const code of withName)
    for (const label of [purposes[code], localEnglish(purposes[code], 'en-US')])
      if (text.toLowerCase().startsWith(`${label.toLowerCase()} `))
        return { purposeCode: code, purposeText: text.slice(label.length).trim().slice(0, 500) }
  return { purposeCode: 'other', purposeText: text.slice(0, 500) }
}
