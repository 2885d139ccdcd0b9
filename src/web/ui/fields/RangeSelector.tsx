import { useState } from 'react'
import type { DateRange, IsoDate, RangePreset } from '../../../domain/dates.ts'
import { ChoiceBar } from '../actions/ChoiceBar.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'
import styles from './RangeSelector.module.css'

const choices = [
  { value: 'this-month', text: 'This month' },
  { value: 'last-month', text: 'Last month' },
  { value: 'this-quarter', text: 'This quarter' },
  { value: 'last-quarter', text: 'Last quarter' },
  { value: 'year-to-date', text: 'Year to date' },
  { value: 'last-year', text: 'Last year' },
  { value: 'since-opening', text: 'Since opening' },
  { value: 'custom', text: 'Choose dates' },
] as const satisfies { value: RangePreset | 'custom'; text: string }[]

/** A named range, or the days of a custom one. */
type ShownRange = { preset: RangePreset | 'custom'; range: DateRange }

type RangeSelectorProps = {
  view: ShownRange
  openedOn: IsoDate
  today: IsoDate
  onChange: (view: Pick<ShownRange, 'preset' | 'range'>) => void
}

/** The date ranges of §12. 'Choose dates' opens two date fields with the current range. */
export function RangeSelector({ view, openedOn, today, onChange }: RangeSelectorProps) {
  const [isChoosing, setChoosing] = useState(view.preset === 'custom')
  const selected = isChoosing ? 'custom' : view.preset
  return (
    <div className={styles.selector}>
      <ChoiceBar
        label="Date range"
        choices={choices}
        value={selected}
        onChange={preset => {
          setChoosing(preset === 'custom')
          if (preset !== 'custom') onChange({ preset, range: view.range })
        }}
      />
      {isChoosing ? (
        <DateRangePicker
          label="First and last day"
          name="range"
          value={view.range}
          earliest={openedOn}
          latest={today}
          onChange={range => {
            if (range && range.from <= range.to && range.to <= today) onChange({ preset: 'custom', range })
          }}
        />
      ) : null}
    </div>
  )
}
