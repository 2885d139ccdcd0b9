import * as z from 'zod/mini'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Contribution } from '../../contributions.contract.ts'
import { draftOf, type ReceivedDraft, readPayer } from '../../staff/payer-draft.ts'
import {
  basesOf,
  giftValueMinor,
  type PropertyType,
  type ValuationBasis,
  valuation,
} from '../domain/gift-value.ts'
import type { IdentifierType } from '../domain/security-identifier.ts'
import { receivedAssets } from '../holdings.contract.ts'

/** What is typed about a line. The name of each field is where the endpoint has it, so that its messages find it. */
type LineDraft = {
  property: PropertyType
  'identifier.number': string
  'valuation.basis': ValuationBasis
  'valuation.prices.high': string
  'valuation.prices.low': string
  'valuation.before.date': IsoDate | null
  'valuation.before.tradingDays': string
  'valuation.before.prices.high': string
  'valuation.before.prices.low': string
  'valuation.after.date': IsoDate | null
  'valuation.after.tradingDays': string
  'valuation.after.prices.high': string
  'valuation.after.prices.low': string
  'valuation.date': IsoDate | null
  'valuation.price': string
  'valuation.valueMinor': bigint | null
  source: string
}
export type LineField = keyof LineDraft
type LineName<Field extends LineField = LineField> = `lines.${number}.${Field}`
type LinesDraft = { [Name in LineName]: Name extends LineName<infer Field> ? LineDraft[Field] : never }

export type AssetsDraft = LinesDraft & ReceivedDraft

type Line = Pick<Contribution['assets'][number], 'description' | 'quantity'>

const emptyLine: LineDraft = {
  property: 'listed',
  'identifier.number': '',
  'valuation.basis': 'traded',
  'valuation.prices.high': '',
  'valuation.prices.low': '',
  'valuation.before.date': null,
  'valuation.before.tradingDays': '1',
  'valuation.before.prices.high': '',
  'valuation.before.prices.low': '',
  'valuation.after.date': null,
  'valuation.after.tradingDays': '1',
  'valuation.after.prices.high': '',
  'valuation.after.prices.low': '',
  'valuation.date': null,
  'valuation.price': '',
  'valuation.valueMinor': null,
  source: '',
}

export function assetsDraft({ assets, announced }: Contribution, today: IsoDate): AssetsDraft {
  const isFundShares = announced?.way === 'fund-shares'
  const line: LineDraft = isFundShares
    ? { ...emptyLine, property: 'fund-shares', 'valuation.basis': 'net-asset-value' }
    : emptyLine
  const lines = Object.fromEntries(
    assets.flatMap((_, index) =>
      Object.entries(line).map(([field, value]) => [`lines.${index}.${field}`, value]),
    ),
    // Every line has all fields.
  ) as LinesDraft
  return {
    ...lines,
    ...draftOf(null),
    giftDate: today,
    effectiveDate: today,
    method: isFundShares ? 'fund-shares' : null,
    payer: 'donors',
  }
}

/** The numbers of securities differ in length. */
function identifierOf(typed: string): { type: IdentifierType; number: string } | null {
  const number = typed.trim().toUpperCase()
  if (number === '') return null
  return { type: number.length === 9 ? 'cusip' : number.length === 7 ? 'sedol' : 'isin', number }
}

/** What is typed in a field of a line. */
export const lineValue = <Field extends LineField>(
  draft: AssetsDraft,
  index: number,
  field: Field,
): LineDraft[Field] =>
  // The type of the draft says so, field by field, which the compiler does not follow.
  (draft[`lines.${index}.${field}`] ?? emptyLine[field]) as LineDraft[Field]

/** How a line is valued, as the endpoint takes it; not checked yet. */
function valuationOf(draft: AssetsDraft, index: number): unknown {
  const of = <Field extends LineField>(field: Field) => lineValue(draft, index, field)
  const prices = (high: LineField, low: LineField) => ({ high: of(high), low: of(low) })
  const days = (typed: unknown) => (/^\d{1,4}$/.test(String(typed).trim()) ? Number(typed) : null)
  const basis = of('valuation.basis')
  switch (basis) {
    case 'traded':
      return { basis, prices: prices('valuation.prices.high', 'valuation.prices.low') }
    case 'net-asset-value':
      return { basis, date: of('valuation.date'), price: of('valuation.price') }
    case 'appraised':
      return { basis, date: of('valuation.date'), valueMinor: of('valuation.valueMinor')?.toString() }
    default:
      return {
        basis,
        before: {
          date: of('valuation.before.date'),
          tradingDays: days(of('valuation.before.tradingDays')),
          prices: prices('valuation.before.prices.high', 'valuation.before.prices.low'),
        },
        after: {
          date: of('valuation.after.date'),
          tradingDays: days(of('valuation.after.tradingDays')),
          prices: prices('valuation.after.prices.high', 'valuation.after.prices.low'),
        },
      }
  }
}

/** How a line is valued, once its prices are complete. */
export function readValuation(draft: AssetsDraft, index: number, { quantity }: Line) {
  // The schema is what checks it.
  const read = z.safeDecode(valuation, valuationOf(draft, index) as never)
  return read.success && giftValueMinor(read.data, quantity) > 0n ? read.data : null
}

export const firstBasisOf = (property: PropertyType): ValuationBasis => basesOf[property][0]

const sentences: readonly [RegExp, string][] = [
  [/^giftDate$/, 'Enter the date of the gift'],
  [/^effectiveDate$/, 'Enter the date from which the account has it'],
  [/^method$/, 'Choose how it came'],
  [/date$/, 'Enter the day'],
  [/tradingDays$/, 'Enter a number from 1 to 30'],
  [/valueMinor$/, 'Enter the value'],
]

/** Checks a draft by the rules that the server checks too. */
export const assetsSchema = (lines: readonly Line[]) =>
  z.pipe(
    z.custom<AssetsDraft>(),
    z.transform((draft: AssetsDraft, { issues }) => {
      const payer = draft.payer === 'other' ? readPayer(draft, issues) : undefined
      const read = z.safeDecode(receivedAssets, {
        lines: lines.map(({ description, quantity }, index) => ({
          description,
          quantity,
          property: lineValue(draft, index, 'property'),
          identifier: identifierOf(lineValue(draft, index, 'identifier.number')),
          valuation: valuationOf(draft, index),
          source: lineValue(draft, index, 'source'),
        })),
        giftDate: draft.giftDate,
        effectiveDate: draft.effectiveDate,
        method: draft.method,
        // The schema is what checks it.
      } as never)
      for (const issue of read.error?.issues ?? []) {
        const name = issue.path.join('.')
        const isMissing = issue.code === 'invalid_type' || issue.code === 'invalid_value'
        const sentence = isMissing ? sentences.find(([field]) => field.test(name))?.[1] : undefined
        issues.push({ code: 'custom', path: [name], message: sentence ?? issue.message, input: draft })
      }
      if (!read.success || payer === null) return z.NEVER
      return { ...read.data, ...(payer === undefined ? {} : { payer }) }
    }),
  )
