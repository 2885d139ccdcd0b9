import { parseDate } from '@internationalized/date'
import {
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Label,
  Popover,
} from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import type { IsoDate } from '../../../../domain/dates.ts'
import { classNames } from '../../class-names.ts'
import fieldStyles from '../Field.module.css'
import { FieldNotes } from '../FieldNotes.tsx'
import { fieldId } from '../field-props.ts'
import { CalendarButton } from './CalendarButton.tsx'
import type { DateRangePickerProps } from './DateRangePicker.tsx'
import styles from './Dates.module.css'
import { Month } from './Month.tsx'

/** The range picker itself, in the chunk of the calendars. */
export function DateRangeBox(props: DateRangePickerProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, earliest, latest, ...rest } = props
  return (
    <DateRangePicker
      id={fieldId(name)}
      isRequired={rest.isRequired ?? false}
      isDisabled={rest.isDisabled ?? false}
      isReadOnly={rest.isReadOnly ?? false}
      value={value === null ? null : { start: parseDate(value.from), end: parseDate(value.to) }}
      onChange={range =>
        onChange(
          range === null
            ? null
            : { from: range.start.toString() as IsoDate, to: range.end.toString() as IsoDate },
        )
      }
      onBlur={() => onBlur?.()}
      minValue={earliest === undefined ? null : parseDate(earliest)}
      maxValue={latest === undefined ? null : parseDate(latest)}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Group className={classNames(fieldStyles.box, styles.box, styles.range)}>
        <DateInput slot="start" className={styles.input ?? ''}>
          {segment => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <span aria-hidden="true">to</span>
        <DateInput slot="end" className={styles.input ?? ''}>
          {segment => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <CalendarButton />
      </Group>
      <FieldNotes hint={hint} errors={errors} />
      <Popover className={styles.popover ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <RangeCalendar>
            <Month />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  )
}
