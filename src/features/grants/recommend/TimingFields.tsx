import type { IsoDate } from '../../../domain/dates.ts'
import { addMonths } from '../../../domain/dates.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { maxStartMonths } from '../schedules/domain/schedule.ts'
import { ends, endsCodes, type GrantDraft, timingCodes, timings } from './grant-draft.ts'

/** How often the grant is made, from when and until when (§13). */
export function TimingFields({ form, today }: { form: FormHandle<GrantDraft>; today: IsoDate }) {
  const { timing, ends: until } = form.values
  const repeats = timing !== 'now' && timing !== 'on-date'
  return (
    <>
      <Select
        label="How often"
        choices={timingCodes.map(value => ({ value, text: timings[value] }))}
        {...form.field('timing')}
      />
      {timing === 'now' ? null : (
        <DateField
          label={repeats ? 'First grant' : 'Date'}
          hint={inClientEnglish(
            'If this is a weekend or bank holiday, we recommend the grant on the next banking day.',
          )}
          earliest={today}
          latest={addMonths(today, maxStartMonths)}
          {...form.field('startsOn')}
        />
      )}
      {repeats ? (
        <RadioGroup
          label="How long"
          choices={endsCodes.map(value => ({ value, text: ends[value] }))}
          {...form.field('ends')}
        />
      ) : null}
      {repeats && until === 'on-date' ? (
        <DateField label="Last possible date" earliest={today} {...form.field('endsOn')} />
      ) : null}
      {repeats && until === 'after-count' ? (
        <TextField label="Number of grants" inputMode="numeric" maxLength={4} {...form.field('endsAfter')} />
      ) : null}
    </>
  )
}
