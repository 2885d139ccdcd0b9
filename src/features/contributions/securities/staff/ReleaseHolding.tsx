import * as z from 'zod/mini'
import { maxMessageLength, requiredReason } from '../../../../contract/required-text.ts'
import { call } from '../../../../web/api/call.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { FormHeading } from '../../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { TextArea } from '../../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import { formatQuantity, quantityOfAsset } from '../../domain/contribution.ts'
import styles from '../../staff/Contributions.module.css'
import { releaseHolding } from '../holdings.contract.ts'
import { type HoldingFormProps, showRefusal, waitsForSecond } from './holding-form.ts'

const schema = z.object({ units: quantityOfAsset, reason: requiredReason })

/** Releases an asset without a sale, at its gift value. */
export function ReleaseHolding({ holding, onDone, onCancel }: HoldingFormProps) {
  const { holdingId, fundId, description, unitsLeft } = holding
  const { locale } = clientContext().clientSettings
  const form = useForm({
    schema,
    initial: { units: unitsLeft, reason: '' },
    save: async attributes =>
      await call(
        releaseHolding,
        { params: { fundId, holdingId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest }) => {
      const release = `The release of ${description}`
      onDone(postingRequest === null ? `${release} was posted.` : `${release} ${waitsForSecond}`)
      void refreshAll()
    },
    onFailure: showRefusal,
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Release an asset">
        <FormHeading level={2}>Release of {description}</FormHeading>
        <p>Its gift value can then be granted. If it was sold, record the sale instead.</p>
        <TextField
          label="Units released"
          hint={`Of ${formatQuantity(unitsLeft, locale)} held.`}
          autoComplete="off"
          isRequired
          {...form.field('units')}
        />
        <TextArea
          label="Reason"
          hint="For staff. Donors don’t see it."
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow isPending={form.isPending} submitText="Release the asset">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
