import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import * as z from 'zod/mini'
import { dateOf, formatTime, type IsoDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { paths } from '../../../web/routing/paths.ts'
import { staffPageTitle } from '../../../web/routing/staff-pages.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { type PaymentMethod, paymentMethods } from '../../grants/domain/payment-label.ts'
import { methodTitle } from '../domain/run-labels.ts'
import { createRun, type Payments, type RunDetails } from '../payments.contract.ts'
import styles from './Payments.module.css'

/** The grants waiting for payment, by method, and the form that creates a run from them. */
export function CreateRun({ payments }: { payments: Payments }) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { ready, currency } = payments.meta
  const waiting = ready.filter(({ grants }) => grants > 0)
  return (
    <section aria-labelledby={headingId} className={styles.collect}>
      <h2 id={headingId}>Waiting for payment</h2>
      <p>
        Approved grants that are in no run yet. “{staffPageTitle('to-pay')}” also counts those in a run that
        has not been sent.
      </p>
      <dl className={styles.ready}>
        {ready.map(({ method, grants, amountMinor }) => (
          <div key={method}>
            <dt>{methodTitle(method, locale)}</dt>
            <dd>
              <Money amountMinor={amountMinor} currency={currency} size="large" />
              <Note>{grants === 1 ? '1 grant' : `${grants} grants`}</Note>
            </dd>
          </div>
        ))}
      </dl>
      {waiting.length === 0 ? (
        <p>No grants are waiting for payment. Grants appear here when they are approved.</p>
      ) : (
        <CreateRunForm payments={payments} methods={waiting.map(({ method }) => method)} />
      )}
    </section>
  )
}

function CreateRunForm({ payments, methods }: { payments: Payments; methods: readonly PaymentMethod[] }) {
  const { locale, timeZone } = clientContext().clientSettings
  const today = dateOf(new Date(), timeZone)
  const { history } = useRouter()
  const form = useForm<
    { method: PaymentMethod; cutoffOn: IsoDate | null },
    { method: PaymentMethod; cutoffOn: IsoDate },
    RunDetails
  >({
    schema: z.object({
      method: z.enum(paymentMethods),
      cutoffOn: requiredDate('Enter a day'),
    }),
    initial: { method: methods[0] ?? 'eft', cutoffOn: today },
    save: attributes => call(createRun, { body: { data: { type: 'command', attributes } } }),
    onSaved: run => {
      void refreshAll()
      history.push(paths.paymentRun(run.runId))
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  return (
    <Form form={form} guardsChanges={false} label="Create a payment run">
      {methods.length > 1 ? (
        <RadioGroup
          label="Payment method"
          choices={methods.map(value => ({ value, text: methodTitle(value, locale) }))}
          {...form.field('method')}
        />
      ) : null}
      <DateField
        label="Include grants approved up to"
        hint={`The bank pays files sent by ${formatTime(payments.meta.settings.cutoff, locale)} on the next banking day.`}
        latest={today}
        isRequired
        {...form.field('cutoffOn')}
      />
      <SubmitRow isPending={form.isPending} submitText="Create a payment run" />
    </Form>
  )
}
