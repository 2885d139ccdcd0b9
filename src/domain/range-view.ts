import { asIsoDate, type DateRange, type IsoDate } from './dates.ts'
import { type ClientYears, presetRange, type RangePreset, rangePresets } from './range-presets.ts'

type DatesInAddress = { from?: string | undefined; to?: string | undefined }

/** Dates of an address that are no range, such as a day that does not exist; empty for none. */
export type RefusedDates = { from: string; to: string }

/** The dates of a view: a preset with its range, or a custom range. `refused`: what the address has instead of a custom range. */
export type RangeView = { preset: RangePreset | 'custom'; range: DateRange; refused: RefusedDates | null }

const defaultPreset: RangePreset = 'year-to-date'

/** The range of days that an address has, or why it has none. Both are null for an address without dates. */
export function rangeInAddress(
  { from = '', to = '' }: DatesInAddress,
  today: IsoDate,
): { range: DateRange | null; refused: RefusedDates | null } {
  if (from === '' && to === '') return { range: null, refused: null }
  const [first, last] = [asIsoDate(from), asIsoDate(to)]
  return first && last && first <= last && last <= today
    ? { range: { from: first, to: last }, refused: null }
    : { range: null, refused: { from, to } }
}

/** Reads the dates of a view from an address. Invalid values, such as a reversed range, fall back to the default. */
export function rangeView(
  search: DatesInAddress & { range?: string | undefined },
  today: IsoDate,
  openedOn: IsoDate,
  settings: ClientYears,
): RangeView {
  const { range, refused } = rangeInAddress(search, today)
  if (range) return { preset: 'custom', range, refused }
  const preset = rangePresets.find(name => name === search.range) ?? defaultPreset
  return { preset, range: clampToToday(presetRange(preset, today, openedOn, settings), today), refused }
}

/** Cuts a preset range at today. A range before the opening of the account stays: its statement is empty. */
function clampToToday({ from, to }: DateRange, today: IsoDate): DateRange {
  const lastDay = to > today ? today : to
  return { from: from > lastDay ? lastDay : from, to: lastDay }
}
