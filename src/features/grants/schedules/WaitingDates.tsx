import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { tickedBox } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { adviceFrom, emptyAdvice } from '../domain/advice.ts'
import { purposeFrom } from '../domain/grant-choices.ts'
import { missingAmount } from '../domain/grant-rules.ts'
import { AdviceFields } from '../recommend/AdviceFields.tsx'
import { useAdviceRules } from '../recommend/advice-form.ts'
import { certifyingSchema } from '../recommend/certifying-schema.ts'
import styles from './Schedules.module.css'
import { recommendOccurrence, type ScheduleDetails, skipOccurrence } from './schedules.contract.ts'
import { useScheduleCommand } from './use-schedule-command.ts'

type WaitingProps = { schedule: ScheduleDetails; fundId: number }

/** The dates that could not be recommended: why, and what can be done here and now (§13). */
export function WaitingDates({ schedule, fundId }: WaitingProps) {
  const waiting = schedule.past.filter(({ state }) => state === 'waiting').toReversed()
  if (waiting.length === 0) return null
  return (
    <section aria-label="Dates that need your attention">
      {waiting.map(date => (
        <WaitingDate key={date.number} date={date} schedule={schedule} fundId={fundId} />
      ))}
    </section>
  )
}

function WaitingDate({ date, schedule, fundId }: WaitingProps & { date: ScheduleDetails['past'][number] }) {
  const { locale, wholeUnitsOnly } = clientContext().clientSettings
  const { isPending, press, send } = useScheduleCommand(fundId, schedule.scheduleId)
  const { number } = date
  const rules = useAdviceRules()
  const day = formatDate(date.dueOn, locale)
  const form = useForm({
    schema: certifyingSchema(
      {
        amountMinor: z.nullable(z.bigint()).check(z.refine(value => value !== null, missingAmount)),
        certified: tickedBox(`${locale === 'en-US' ? 'Check' : 'Tick'} the box to certify the grant`),
      },
      rules,
    ),
    // The field may be emptied.
    initial: { amountMinor: schedule.amountMinor as bigint | null, certified: false, ...emptyAdvice },
    save: ({ amountMinor, certified, ...advice }) => {
      const attributes = { number, amountMinor, certified, ...purposeFrom(schedule), ...adviceFrom(advice) }
      return send(recommendOccurrence, attributes)
    },
    onSaved: () => showToast({ className: 'success', header: `The grant of ${day} was recommended.` }),
  })
  return (
    <div className={styles.waiting}>
      <h2 className={styles.heading}>The grant of {day} waits</h2>
      <p>{date.reason}</p>
      {schedule.may.change || schedule.state === 'finished' ? (
        <Form form={form} guardsChanges={false} label={`The grant of ${day}`}>
          <MoneyField
            label="Amount of this grant"
            currency={schedule.currency}
            maxMinor={maxAmountMinor()}
            wholeUnits={wholeUnitsOnly}
            isDisabled={!schedule.may.changeTerms}
            {...form.field('amountMinor')}
          />
          <AdviceFields form={form} />
          <Checkbox {...form.field('certified')}>
            I certify that no one receives a benefit from this grant and that it does not pay a pledge.
          </Checkbox>
          <SubmitRow isPending={form.isPending} submitText="Recommend now">
            <Button
              isDisabled={isPending}
              onPress={() => void press(skipOccurrence, { number }, `${day} is skipped.`)}
            >
              Skip this date
            </Button>
          </SubmitRow>
        </Form>
      ) : null}
    </div>
  )
}
