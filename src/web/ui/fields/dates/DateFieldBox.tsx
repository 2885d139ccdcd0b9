import { parseDate } from '@internationalized/date'
import { Calendar } from 'react-aria-components/Calendar'
import { DateInput, DatePicker, DateSegment, Group, Label, Popover } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import type { IsoDate } from '../../../../domain/dates.ts'
import { classNames } from '../../class-names.ts'
import fieldStyles from '../Field.module.css'
import { FieldNotes } from '../FieldNotes.tsx'
import { fieldId } from '../field-props.ts'
import { CalendarButton } from './CalendarButton.tsx'
import type { DateFieldProps } from './DateField.tsx'
import styles from './Dates.module.css'
import { Month } from './Month.tsx'

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
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Group className={classNames(fieldStyles.box, styles.box, fieldStyles.short)}>
        <DateInput className={styles.input ?? ''}>
          {segment => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <CalendarButton />
      </Group>
      <FieldNotes hint={hint} errors={errors} />
      <Popover className={styles.popover ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <Calendar>
            <Month />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
