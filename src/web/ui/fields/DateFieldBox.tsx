import { parseDate } from '@internationalized/date'
import { Calendar } from 'react-aria-components/Calendar'
import { DatePicker } from 'react-aria-components/DatePicker'
import type { IsoDate } from '../../../domain/dates.ts'
import { DateFrame, TypedDate } from './DateFrame.tsx'
import fieldStyles from './Field.module.css'
import type { FieldProps } from './field-props.ts'
import { fieldId } from './field-props.ts'
import { Month } from './Month.tsx'

export type DateFieldProps = FieldProps<IsoDate | null> & {
  earliest?: IsoDate
  latest?: IsoDate
  timeZone?: string
}

/** The date field itself, in the chunk of the calendars. */
export function DateFieldBox(props: DateFieldProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, earliest, latest, ...rest } = props
  return (
    <DatePicker
      id={fieldId(name)}
      name={name}
      isRequired={rest.isRequired ?? false}
      isDisabled={rest.isDisabled ?? false}
      isReadOnly={rest.isReadOnly ?? false}
      value={value === null ? null : parseDate(value)}
      onChange={date => onChange(date === null ? null : (date.toString() as IsoDate))}
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
        boxClassName={fieldStyles.short}
        inputs={<TypedDate />}
        calendar={
          <Calendar>
            <Month />
          </Calendar>
        }
      />
    </DatePicker>
  )
}
