import {
  asIsoDate,
  type DateRange,
  type IsoDate,
  presetRange,
  type RangePreset,
  rangePresets,
} from '../../../domain/dates.ts'
import { type SectionNumber, sectionNumbers } from './sections.ts'

/** The view in the address: a preset or custom range, and the open sections. */
type ActivityView = {
  preset: RangePreset | 'custom'
  range: DateRange
  open: readonly SectionNumber[]
}

const defaultPreset: RangePreset = 'year-to-date'

/** Reads the view from an address. Invalid values, such as a reversed range, fall back to the default. */
export function activityView(
  search: {
    range?: string | undefined
    from?: string | undefined
    to?: string | undefined
    open?: string | undefined
  },
  today: IsoDate,
  openedOn: IsoDate,
): ActivityView {
  const open = (search.open ?? '')
    .split(',')
    .map(Number)
    .filter((section): section is SectionNumber =>
      sectionNumbers.some(known => known === section && known !== 0),
    )
  const from = search.from === undefined ? null : asIsoDate(search.from)
  const to = search.to === undefined ? null : asIsoDate(search.to)
  if (from && to && from <= to && to <= today) return { preset: 'custom', range: { from, to }, open }
  const preset = rangePresets.find(name => name === search.range) ?? defaultPreset
  return { preset, range: clampToToday(presetRange(preset, today, openedOn), today), open }
}

/** Cuts a preset range at today. A range before the opening of the account stays: its statement is empty. */
function clampToToday({ from, to }: DateRange, today: IsoDate): DateRange {
  const lastDay = to > today ? today : to
  return { from: from > lastDay ? lastDay : from, to: lastDay }
}
