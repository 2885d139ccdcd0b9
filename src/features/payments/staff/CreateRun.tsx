import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { countOf } from '../../../domain/count-of.ts'
import { dateOf, formatTime, type IsoDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import { methodTitle } from '../domain/run-labels.ts'
import { createRun, type Payments, type Ready, type RunDetails } from '../payments.contract.ts'
import styles from './Payments.module.css'

type CreateRunProps = { payments: Payments; mayPay: boolean }

/**
 * The grants that wait for a run, a card for each payment method. Those in a run wait until it is sent. The first method for which
 * grants wait has the page's primary button.
 */
export function CreateRun({ payments, mayPay }: CreateRunProps) {
  const { ready } = payments.meta
  const first = ready.find(({ grants }) => grants > 0)?.method
  return (
    <div className={styles.cards}>
      {ready.map(each => (
        <MethodCard
          key={each.method}
          ready={each}
          payments={payments}
          mayPay={mayPay}
          isFirst={each.method === first}
        />
      ))}
    </div>
  )
}

type MethodCardProps = CreateRunProps & { ready: Ready; isFirst: boolean }

function MethodCard({ ready, payments, mayPay, isFirst }: MethodCardProps) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { method, grants, amountMinor, toApprove, toSend } = ready
  const inRuns = [
    ...(toApprove.runs > 0 ? [`${toApprove.grants} in ${runs(toApprove.runs)} to approve`] : []),
    ...(toSend.runs > 0 ? [`${toSend.grants} in ${runs(toSend.runs)} to send`] : []),
  ]
  return (
    <section aria-labelledby={headingId} className={styles.card}>
      <div className={styles.method}>
        <h2 id={headingId}>{methodTitle(method, locale)}</h2>
        <p className={styles.sum}>
          <Money amountMinor={amountMinor} currency={payments.meta.currency} />
        </p>
      </div>
      <p className={styles.note}>
        {[grants === 0 ? 'No grants waiting' : `${countOf(grants, 'grant', locale)} waiting`, ...inRuns].join(
          ' · ',
        )}
      </p>
      {mayPay && grants > 0 ? (
        <CreateRunForm payments={payments} method={method} submitKind={isFirst ? 'primary' : 'quiet'} />
      ) : null}
    </section>
  )
}

const runs = (count: number): string => (count === 1 ? '1 run' : `${count} runs`)

type CreateRunFormProps = { payments: Payments; method: PaymentMethod; submitKind: 'primary' | 'quiet' }

/** A run has every grant approved until today, unless an earlier day is chosen. */
function CreateRunForm({ payments, method, submitKind }: CreateRunFormProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const today = dateOf(new Date(), timeZone)
  const { history } = useRouter()
  const [choosesDay, setChoosesDay] = useState(false)
  const form = useForm<{ cutoffOn: IsoDate | null }, { cutoffOn: IsoDate }, RunDetails>({
    schema: z.object({ cutoffOn: requiredDate('Enter a day') }),
    initial: { cutoffOn: today },
    save: ({ cutoffOn }) =>
      call(createRun, { body: { data: { type: 'command', attributes: { method, cutoffOn } } } }),
    onSaved: run => {
      void refreshAll()
      history.push(staffPaths.paymentRun(run.runId))
    },
    onFailure: failure => {
      showSubmitFailure(failure)
      void refreshAll()
    },
  })
  return (
    <Form
      form={form}
      guardsChanges={false}
      label={`Create a run of ${methodTitle(method, locale).toLowerCase()}`}
    >
      {choosesDay ? (
        <DateField
          label="Include grants approved up to"
          {...(method === 'eft'
            ? {
                hint: `The bank pays files sent by ${formatTime(payments.meta.settings.cutoff, locale)} on the next banking day.`,
              }
            : {})}
          latest={today}
          isRequired
          {...form.field('cutoffOn')}
        />
      ) : null}
      <SubmitRow isPending={form.isPending} submitText="Create run" submitKind={submitKind} />
      <Button
        kind="text"
        aria-expanded={choosesDay}
        onPress={() => {
          form.reset({ cutoffOn: today })
          setChoosesDay(!choosesDay)
        }}
      >
        {choosesDay ? 'Include all approved until today' : 'Choose an earlier day'}
      </Button>
    </Form>
  )
}
