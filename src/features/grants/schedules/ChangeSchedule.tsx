import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { AdviceFields } from '../recommend/AdviceFields.tsx'
import { type AdviceRules, useAdviceRules } from '../recommend/advice-form.ts'
import { CertifyFields } from '../recommend/CertifyFields.tsx'
import { GrantStep } from '../recommend/GrantStep.tsx'
import {
  attributesOf,
  type DraftRules,
  datesOf,
  draftOfContent,
  draftSchema,
  type GrantDraft,
} from '../recommend/grant-draft.ts'
import styles from './Schedules.module.css'
import { changeSchedule, type ScheduleDetails } from './schedules.contract.ts'
import { useScheduleCommand } from './use-schedule-command.ts'

type ChangeScheduleProps = { schedule: ScheduleDetails; fundId: number; onDone: () => void }

/** Changes what a schedule recommends from its next date on; it is certified again with it (§13). */
export function ChangeSchedule({ schedule, fundId, onDone }: ChangeScheduleProps) {
  const { send } = useScheduleCommand(fundId, schedule.scheduleId)
  const [revision, setRevision] = useState(schedule.revision)
  const [otherEditor, setOtherEditor] = useState<string | null>(null)
  const rules = { ...rulesNow(schedule), ...useAdviceRules() }
  const form = useForm<GrantDraft, GrantDraft, unknown>({
    schema: draftSchema('review', rules),
    initial: draftOfSchedule(schedule),
    save: draft => {
      const { startsOn, ...dates } = datesOf(draft)
      const attributes = {
        charityId: schedule.charityId,
        ...attributesOf(draft),
        ...dates,
        startsOn,
        revision,
      }
      return send(changeSchedule, attributes)
    },
    onSaved: () => {
      showToast({ className: 'success', header: 'The schedule was changed.' })
      onDone()
    },
    onFailure: failure => {
      const edits = failure instanceof Problem ? failure.otherEdits : undefined
      if (!edits) return showSubmitFailure(failure)
      setRevision(edits.revision)
      setOtherEditor(edits.changes.at(-1)?.by ?? 'Someone else')
    },
  })
  return (
    <Form form={form} label="Change the schedule">
      {otherEditor === null ? null : (
        <Alert
          kind="caution"
          heading={`${otherEditor} changed this schedule while you were editing`}
          takesFocus
        >
          <p>Your entries are still in the form. Save again to replace what is saved now.</p>
        </Alert>
      )}
      {schedule.may.changeTerms ? null : (
        <p className={styles.note}>
          Only a donor or the person who created the schedule may change its amount.
        </p>
      )}
      <GrantStep form={form} rules={rules} usedPurposes={[]} />
      <AdviceFields form={form} />
      <CertifyFields form={form} isSeveral />
      <SubmitRow isPending={form.isPending} submitText="Save the schedule">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}

function rulesNow({ currency }: ScheduleDetails): Omit<DraftRules, keyof AdviceRules> {
  const { locale, minimumGrantMinor, maxAmountMinor, wholeUnitsOnly } = clientContext().clientSettings
  return {
    minimumMinor: BigInt(minimumGrantMinor),
    maxAmountMinor: BigInt(maxAmountMinor),
    wholeUnitsOnly,
    availableMinor: null,
    currency,
    locale,
  }
}

/** The terms as they are, from the next date on. */
function draftOfSchedule(schedule: ScheduleDetails): GrantDraft {
  const [next] = schedule.upcoming
  return draftOfContent({
    ...schedule,
    startsOn: next?.nominalOn ?? schedule.startsOn,
    endsAfter: schedule.remaining,
    given: null,
    accepted: [],
  })
}
