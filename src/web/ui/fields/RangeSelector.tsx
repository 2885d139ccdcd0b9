import { useState } from 'react'
import type { IsoDate } from '../../../domain/dates.ts'
import type { ClientYears } from '../../../domain/range-presets.ts'
import type { RangeView } from '../../../domain/range-view.ts'
import { ChoiceBar } from '../actions/ChoiceBar.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'
import { presetChoices } from './preset-choices.ts'
import styles from './RangeSelector.module.css'
import { RefusedRange } from './RefusedRange.tsx'

type RangeSelectorProps = {
  view: RangeView
  openedOn: IsoDate
  /** The client's own years and its day of today. */
  settings: ClientYears & { today: IsoDate; locale: string }
  onChange: (view: Pick<RangeView, 'preset' | 'range'>) => void
}

/** The date ranges of §12. 'Choose dates' opens two date fields with the current range. */
export function RangeSelector({ view, openedOn, settings, onChange }: RangeSelectorProps) {
  const [isChoosing, setChoosing] = useState(view.preset === 'custom')
  const selected = isChoosing ? 'custom' : view.preset
  return (
    <div className={styles.selector}>
      <ChoiceBar
        label="Date range"
        choices={[...presetChoices(settings), { value: 'custom' as const, text: 'Choose dates' }]}
        value={selected}
        onChange={preset => {
          setChoosing(preset === 'custom')
          if (preset !== 'custom') onChange({ preset, range: view.range })
        }}
      />
      {view.refused === null ? null : (
        <RefusedRange
          refused={view.refused}
          range={view.range}
          latest={settings.today}
          locale={settings.locale}
        />
      )}
      {isChoosing ? (
        <DateRangePicker
          label="First and last day"
          name="range"
          value={view.range}
          earliest={openedOn}
          latest={settings.today}
          isRequired
          onChange={range => {
            if (range) onChange({ preset: 'custom', range })
          }}
        />
      ) : null}
    </div>
  )
}
