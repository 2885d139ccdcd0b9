import type { IsoDate } from '../../../domain/dates.ts'
import type { ClientYears } from '../../../domain/range-presets.ts'
import { type RangeView, rangeView } from '../../../domain/range-view.ts'
import { type SectionNumber, sectionNumbers } from './sections.ts'

/** The view in the address: a preset or custom range, and the open sections. */
type ActivityView = RangeView & { open: readonly SectionNumber[] }

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
  settings: ClientYears,
): ActivityView {
  const open = (search.open ?? '')
    .split(',')
    .map(Number)
    .filter((section): section is SectionNumber =>
      sectionNumbers.some(known => known === section && known !== 0),
    )
  return { ...rangeView(search, today, openedOn, settings), open }
}
