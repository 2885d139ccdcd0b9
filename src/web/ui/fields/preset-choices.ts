import { localEnglish } from '../../../domain/local-english.ts'
import { type ClientYears, offeredPresets, type RangePreset } from '../../../domain/range-presets.ts'

const presetTexts: Record<RangePreset, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'year-to-date': 'Year to date',
  'last-year': 'Last year',
  'this-tax-year': 'This tax year',
  'last-tax-year': 'Last tax year',
  'this-fiscal-year': 'This financial year',
  'last-fiscal-year': 'Last financial year',
  'since-opening': 'Since opening',
}

/** The choices of named ranges at a client, in the order of §12. */
export const presetChoices = (years: ClientYears & { locale: string }) =>
  offeredPresets(years).map(value => ({ value, text: localEnglish(presetTexts[value], years.locale) }))
