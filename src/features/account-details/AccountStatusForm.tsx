import * as z from 'zod/mini'
import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import { Problem } from '../../contract/problems.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { isFundId, maxFundIdDigits, missingFundId } from '../../domain/fund-id.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showSubmitFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { requiredChoice, requiredDate } from '../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { DateField } from '../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import {
  type AccountStatusDetails,
  maxStatusReasonLength,
  setAccountStatus,
  statusChange,
} from './account-status.contract.ts'

type Draft = {
  accountStatus: AccountStatus | null
  reason: string
  effectiveDate: IsoDate | null
  documentSignedDate: IsoDate | null
  successorFundId: string
}

/** The field gives a date that exists, or none. */
const anyDate = z.custom<IsoDate | null>(() => true)

const schema = z.object({
  ...statusChange,
  accountStatus: requiredChoice(statusChange.accountStatus),
  effectiveDate: requiredDate('Enter the effective date'),
  documentSignedDate: anyDate,
  successorFundId: z.pipe(
    z.string().check(
      z.trim(),
      z.refine(text => text === '' || isFundId(text), missingFundId),
    ),
    z.transform(text => (text === '' ? null : Number(text))),
  ),
})

type AccountStatusFormProps = {
  details: AccountStatusDetails
  onSaved: () => void
  onCancel: () => void
}

/** Changes the status with reason and date (§16). */
export function AccountStatusForm({ details, onSaved, onCancel }: AccountStatusFormProps) {
  const { today } = clientContext().clientSettings
  const form = useForm({
    schema,
    // The empty fields have the types of the draft.
    initial: {
      accountStatus: null,
      reason: '',
      effectiveDate: today,
      documentSignedDate: null,
      successorFundId: '',
    } as Draft,
    save: async change =>
      await call(setAccountStatus, {
        params: { accountId: details.accountId },
        body: {
          data: {
            type: 'command',
            attributes: {
              ...change,
              // Only Closed shows the field; its value stays when another status is chosen.
              successorFundId: change.accountStatus === 'Closed' ? change.successorFundId : null,
              revision: details.revision,
            },
          },
        },
      }),
    onSaved: () => {
      onSaved()
      void refreshAll()
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      if (failure instanceof Problem && failure.otherEdits) void refreshAll()
    },
  })
  const opens = details.accountStatus === 'Entered' && form.values.accountStatus === 'Active'
  return (
    <Form form={form} label="Change the status">
      <FormHeading level={3}>Change the status</FormHeading>
      <RadioGroup
        label="New status"
        isRequired
        choices={details.next.map(({ accountStatus, violation }) => ({
          value: accountStatus,
          text: accountStatus,
          isDisabled: violation !== null,
          note: violation ?? undefined,
        }))}
        {...form.field('accountStatus')}
      />
      {opens ? (
        <DateField
          label="Contribution document signed on"
          latest={today}
          isRequired
          {...form.field('documentSignedDate')}
        />
      ) : null}
      <DateField label="Effective date" latest={today} isRequired {...form.field('effectiveDate')} />
      {form.values.accountStatus === 'Closed' ? (
        <TextField
          label="Successor fund (optional)"
          hint="The account ID of the fund that will receive any money returned later, such as a returned grant. Otherwise it goes to the general fund."
          inputMode="numeric"
          maxLength={maxFundIdDigits}
          {...form.field('successorFundId')}
        />
      ) : null}
      <TextArea
        label="Reason"
        hint="Staff and auditors can read it. The donors are told what the status means, not the reason."
        maxLength={maxStatusReasonLength}
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save">
        <CancelButton form={form} onCancel={onCancel} />
      </SubmitRow>
    </Form>
  )
}
