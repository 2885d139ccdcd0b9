import { useState } from 'react'
import type { IsoDate, RangePreset } from '../../../domain/dates.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { DateRangePicker } from '../../../web/ui/fields/DateRangePicker.tsx'
import type { ActivityView } from '../domain/activity-view.ts'
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

type RangeSelectorProps = {
  view: ActivityView
  openedOn: IsoDate
  today: IsoDate
  onChange: (view: Pick<ActivityView, 'preset' | 'range'>) => void
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
