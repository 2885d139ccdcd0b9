import { addDays, addMonths, type IsoDate, isoDate } from '../../../../domain/dates.ts'
import { isPubliclyTraded, type PropertyType } from './gift-value.ts'

/** What the Internal Revenue Service wants about property that a donor deducts and no market prices. */
export const holdingTaskKinds = ['appraisal', 'form-8283', 'form-8282'] as const
export type HoldingTaskKind = (typeof holdingTaskKinds)[number]

export const holdingTaskLabels = {
  appraisal: 'Ask the donor for the qualified appraisal',
  'form-8283': 'Sign the donee acknowledgment of Form 8283',
  'form-8282': 'File Form 8282, with a copy to the donor',
} as const satisfies Record<HoldingTaskKind, string>

/** Section B of Form 8283 is for more than $5,000. Shares of a private company need an appraisal from more than $10,000 on. */
const sectionBAboveMinor = 5_000_00n
const appraisalAboveMinor = { 'private-shares': 10_000_00n, property: 5_000_00n } as const

/** Treasury Regulations, section 1.6050L-1(f): within 125 days of the disposition. */
const form8282Days = 125
const form8282Months = 36

export type HoldingTask = { kind: HoldingTaskKind; dueOn: IsoDate }

/** `similarMinor`: the value of all lines of its type in the contribution, because similar items count together. */
type Given = { property: PropertyType; similarMinor: bigint; giftDate: IsoDate }

const needsSectionB = ({ property, similarMinor }: Given): boolean =>
  !isPubliclyTraded(property) && similarMinor > sectionBAboveMinor

/** What is to be done about an asset that was received, until the donor's return is due. */
export function tasksOfReceipt(given: Given): HoldingTask[] {
  if (!needsSectionB(given)) return []
  const dueOn = isoDate(`${Number(given.giftDate.slice(0, 4)) + 1}-04-15`)
  const { property, similarMinor } = given
  const aboveMinor =
    property === 'private-shares' || property === 'property' ? appraisalAboveMinor[property] : null
  const needsAppraisal = aboveMinor !== null && similarMinor > aboveMinor
  return [...(needsAppraisal ? [{ kind: 'appraisal' as const, dueOn }] : []), { kind: 'form-8283', dueOn }]
}

/** What is to be done about an asset that was sold within three years. */
export function tasksOfSale(given: Given, soldOn: IsoDate): HoldingTask[] {
  if (!needsSectionB(given) || soldOn > addMonths(given.giftDate, form8282Months)) return []
  return [{ kind: 'form-8282', dueOn: addDays(soldOn, form8282Days) }]
}
