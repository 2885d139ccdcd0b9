import { localEnglish } from '../../../../domain/local-english.ts'
import { amountTooLarge, type Currency, otherCurrencySentence, parseMoney } from '../../../../domain/money.ts'
import { isFormulaError, isSplitAmount } from '../../../../domain/spreadsheet-slips.ts'
import { typedNumber } from '../../../charities/domain/typed-number.ts'
import { parseUkNumber } from '../../../charities/domain/uk-number.ts'
import { parseEin } from '../../../charities/domain/us-number.ts'
import { parseVettedNumber } from '../../../charities/domain/vetted-number.ts'
import { type Naming, namingCodes, namings } from '../../../people/domain/naming.ts'
import { choicesNaming, type GrantChoices } from '../../domain/grant-choices.ts'
import { type Purpose, purposes, purposeTextMaxLength } from '../../domain/purpose.ts'
import type { FileColumn } from './file-headings.ts'

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*:()]+/g, ' ')
    .trim()

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
  given: { taxId: string; amount: string; naming: string; purpose: string }
  accepted: string[]
}

/** One row of a file as a draft: unreadable values are stored as they were given, and are an error of the row. */
export function draftOfRow(
  cells: readonly string[],
  columns: ReadonlyMap<FileColumn, number>,
  { register, defaultNaming, ...amounts }: FileRules,
): RowDraft {
  const cell = (column: FileColumn): string => visible(cells[columns.get(column) ?? -1] ?? '')
  const purpose = purposeOf(cells[columns.get('purpose') ?? -1]?.trim() ?? '')
  const ofRegister = register === 'uk' ? parseUkNumber(cell('taxId'))?.charityId : einOf(cell('taxId'))
  const charityId = parseVettedNumber(cell('taxId')) ?? ofRegister
  const naming = namingOf(cell('naming'), defaultNaming)
  return {
    charityId: charityId ?? null,
    charityName: cell('name').slice(0, 300) || null,
    amountMinor: readAmount(cell('amount'), amounts),
    ...choicesNaming(naming ?? defaultNaming),
    ...purpose,
    purposeText: purpose.purposeText?.slice(0, purposeTextMaxLength) ?? null,
    frequency: 'once',
    startsOn: null,
    endsOn: null,
    endsAfter: null,
    given: {
      taxId: shortened(cell('taxId')),
      amount: shortened(cell('amount')),
      naming: naming === null ? shortened(cell('naming')) : '',
      purpose: isWrongPurpose(purpose.purposeText ?? '', cell('amount')) ? (purpose.purposeText ?? '') : '',
    },
    accepted: [],
  }
}

const isWrongPurpose = (text: string, amount: string): boolean =>
  text.length > purposeTextMaxLength || isFormulaError(text) || isSplitAmount(amount, text)

/** What is refused is shown, not stored whole. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** Without characters that nobody sees and the apostrophe by which a spreadsheet marks text: they would make an error look like a number. */
const visible = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^['‘’](?=\S)/, '')

/** Why a purpose is not accepted, as a sentence without its full stop. */
export function wrongPurpose(text: string): string {
  if (isFormulaError(text)) return `The purpose is the error ${text} of a formula`
  if (text.length <= purposeTextMaxLength)
    return `“${text}” could be the rest of an amount with a comma. Check the amount, and choose the purpose`
  return `The purpose in the file has ${text.length.toLocaleString('en')} characters. Shorten it to ${purposeTextMaxLength}`
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

/** A spreadsheet drops the zeros at the beginning of a number. `7-8646751` has lost one too; `07-864675` lacks another digit. */
function einOf(text: string): string | undefined {
  const digits = /^(?:\d{7,8}|\d-\d{7})$/.test(typedNumber(text)) ? typedNumber(text).replace('-', '') : null
  return parseEin(digits?.padStart(9, '0') ?? text)
}

/** The texts of files that were downloaded before the choice was worded anew. */
const formerNamings: Readonly<Record<string, Naming | undefined>> = {
  [plain('Fund and donor')]: 'fund_and_donor',
  [plain('Fund and donor, with address')]: 'fund_and_donor',
}

/** Null for a text that matches no choice: a guess could name a donor who wants to stay anonymous. */
function namingOf(text: string, defaultNaming: Naming): Naming | null {
  if (text === '') return defaultNaming
  return (
    namingCodes.find(code => code === text || plain(namings[code]) === plain(text)) ??
    formerNamings[plain(text)] ??
    namingCodes.find(code => plain(namings[code]).startsWith(plain(text)) && plain(text).length >= 4) ??
    null
  )
}

const withName = ['in_honour', 'in_memory'] as const satisfies readonly Purpose[]

/** `In memory of Ruth` is read as the purpose that it names; any other text is a text of its own. */
function purposeOf(text: string): Pick<GrantChoices, 'purposeCode' | 'purposeText'> {
  if (text === '' || plain(text) === plain(purposes.where_needed))
    return { purposeCode: 'where_needed', purposeText: null }
  for (const code of withName)
    for (const label of [purposes[code], localEnglish(purposes[code], 'en-US')])
      if (text.toLowerCase().startsWith(`${label.toLowerCase()} `))
        return { purposeCode: code, purposeText: text.slice(label.length).trim() }
  return { purposeCode: 'other', purposeText: text }
}
