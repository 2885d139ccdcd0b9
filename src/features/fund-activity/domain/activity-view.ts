import {
  asIsoDate,
  type DateRange,
  type IsoDate,
  presetRange,
  type RangePreset,
  rangePresets,
} from '../../../domain/dates.ts'
import { type SectionNumber, sectionNumbers } from './sections.ts'

/** What the address says of the screen: the range by name or by days, and which sections are open (habits 9). */
export type ActivityView = {
  preset: RangePreset | 'custom'
  range: DateRange
  open: readonly SectionNumber[]
}

export const defaultPreset: RangePreset = 'year-to-date'

/** Reads an address. What makes no sense there (a day that does not exist, an upside-down range) falls back to the default. */
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
  return { preset, range: sensible(presetRange(preset, today, openedOn), today), open }
}

/** An account opened later than a range begins has no earlier days, but its statement may still be asked for. */
function sensible({ from, to }: DateRange, today: IsoDate): DateRange {
  const last = to > today ? today : to
  return { from: from > last ? last : from, to: last }
}
