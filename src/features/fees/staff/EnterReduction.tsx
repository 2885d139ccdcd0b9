import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { isFundId } from '../../../domain/fund-id.ts'
import { call } from '../../../web/api/call.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { readPercent } from '../domain/describe-terms.ts'
import { enterFeeReduction, type FeeReduction, missingReductionFund } from '../fee-reductions.contract.ts'
import type { FeeScheduleReply } from '../fees.contract.ts'

type Draft = {
  fundId: string
  schedule: string
  hundredths: string
  startsOn: IsoDate | null
  endsOn: IsoDate | null
  reason: string
}

const schema = z.object({
  fundId: z.string().check(z.trim(), z.refine(isFundId, missingReductionFund)),
  schedule: z.string(),
  hundredths: z
    .string()
    .check(
      z.refine(
        text => readPercent(text) !== null,
        'Enter a part above 0% and up to 100%, such as 25 or 12.5',
      ),
    ),
  startsOn: requiredDate('Enter the first day'),
  endsOn: requiredDate('Enter the last day'),
  reason: requiredReason,
})

type EnterReductionProps = { schedules: readonly FeeScheduleReply[]; onDone: () => void }

/** Enters a waiver or a reduction of a fund’s fee, which counts once a second person has confirmed it. */
export function EnterReduction({ schedules, onDone }: EnterReductionProps) {
  const form = useForm<Draft, z.output<typeof schema>, FeeReduction>({
    schema,
    initial: {
      ...{ fundId: '', schedule: schedules[0]?.name ?? '', hundredths: '' },
      ...{ startsOn: null, endsOn: null, reason: '' },
    },
    save: ({ fundId, hundredths, ...typed }) =>
      call(enterFeeReduction, {
        body: {
          data: {
            type: 'command',
            attributes: { ...typed, fundId: Number(fundId), hundredths: readPercent(hundredths) ?? 0 },
          },
        },
      }),
    onSaved: ({ accountName }) => {
      showToast({
        className: 'success',
        header: `The reduction of ${accountName} waits for a second person.`,
      })
      form.reset()
      onDone()
    },
  })
  return (
    <Form form={form} label="Waive or reduce a fee">
      <p>Someone else has to confirm it. What was charged before stays as it is.</p>
      <TextField
        label="Account ID"
        inputMode="numeric"
        isShort
        isRequired
        autoComplete="off"
        {...form.field('fundId')}
      />
      {schedules.length === 1 ? null : (
        <Select
          label="Fee"
          choices={schedules.map(({ name, title }) => ({ value: name, text: title }))}
          isRequired
          {...form.field('schedule')}
        />
      )}
      <TextField
        label="Reduced by (%)"
        hint="100 waives the whole fee."
        isShort
        isRequired
        autoComplete="off"
        {...form.field('hundredths')}
      />
      <DateField
        label="First day"
        hint="Each charged day from this one on costs less."
        isRequired
        {...form.field('startsOn')}
      />
      <DateField label="Last day" isRequired {...form.field('endsOn')} />
      <TextArea
        label="Reason"
        hint="For staff."
        maxLength={maxMessageLength}
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Send for confirmation" />
    </Form>
  )
}
