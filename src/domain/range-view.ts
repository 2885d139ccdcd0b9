import {
  asIsoDate,
  type DateRange,
  type IsoDate,
  presetRange,
  type RangePreset,
  rangePresets,
} from './dates.ts'

/** The dates of a view: a preset with its range, or a custom range. */
export type RangeView = { preset: RangePreset | 'custom'; range: DateRange }

const defaultPreset: RangePreset = 'year-to-date'

/** Reads the dates of a view from an address. Invalid values, such as a reversed range, fall back to the default. */
export function rangeView(
  search: { range?: string | undefined; from?: string | undefined; to?: string | undefined },
  today: IsoDate,
  openedOn: IsoDate,
): RangeView {
  const from = search.from === undefined ? null : asIsoDate(search.from)
  const to = search.to === undefined ? null : asIsoDate(search.to)
  if (from && to && from <= to && to <= today) return { preset: 'custom', range: { from, to } }
  const preset = rangePresets.find(name => name === search.range) ?? defaultPreset
  return { preset, range: clampToToday(presetRange(preset, today, openedOn), today) }
}

/** Cuts a preset range at today. A range before the opening of the account stays: its statement is empty. */
function clampToToday({ from, to }: DateRange, today: IsoDate): DateRange {
  const lastDay = to > today ? today : to
  return { from: from > lastDay ? lastDay : from, to: lastDay }
}
