import { parseDate } from '@internationalized/date'
import { DateRangePicker } from 'react-aria-components/DateRangePicker'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import { DateFrame, TypedDate } from './DateFrame.tsx'
import styles from './Dates.module.css'
import fieldStyles from './Field.module.css'
import type { FieldProps } from './field-props.ts'
import { fieldId } from './field-props.ts'
import { Month } from './Month.tsx'

export type DateRangePickerProps = FieldProps<DateRange | null> & { earliest?: IsoDate; latest?: IsoDate }

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
      <DateFrame
        label={label}
        hint={hint}
        errors={errors}
        boxClassName={styles.range}
        inputs={
          <>
            <TypedDate slot="start" />
            <span aria-hidden="true">to</span>
            <TypedDate slot="end" />
          </>
        }
        calendar={
          <RangeCalendar>
            <Month />
          </RangeCalendar>
        }
      />
    </DateRangePicker>
  )
}
