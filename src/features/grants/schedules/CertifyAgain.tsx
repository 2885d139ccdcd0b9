import { useState } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { ErrorSummary } from '../../../web/form/ErrorSummary.tsx'
import { tickedBox } from '../../../web/form/required-fields.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { adviceFrom, emptyAdvice } from '../domain/advice.ts'
import { AdviceFields } from '../recommend/AdviceFields.tsx'
import { useAdviceRules } from '../recommend/advice-form.ts'
import { CertifyFields } from '../recommend/CertifyFields.tsx'
import { certifyingSchema } from '../recommend/certifying-schema.ts'
import { certifySchedule, type Schedule } from './schedules.contract.ts'
import { useScheduleCommand } from './use-schedule-command.ts'

/** Certifies a schedule for another twelve months (§13). */
export function CertifyAgain({ schedule, fundId }: { schedule: Schedule; fundId: number }) {
  const { locale } = clientContext().clientSettings
  const [isOpen, setOpen] = useState(false)
  const { press } = useScheduleCommand(fundId, schedule.scheduleId)
  const rules = useAdviceRules()
  const missing = `${locale === 'en-US' ? 'Check' : 'Tick'} the box to certify the schedule`
  const form = useForm({
    schema: certifyingSchema({ certified: tickedBox(missing) }, rules),
    initial: { certified: false, ...emptyAdvice },
    save: async ({ certified, ...advice }) => {
      const { revision } = schedule
      await press(
        certifySchedule,
        { revision, certified, ...adviceFrom(advice) },
        'The schedule is certified for twelve months.',
      )
      setOpen(false)
    },
  })
  return (
    <>
      <Button onPress={() => setOpen(true)}>Certify again</Button>
      <Dialog
        title="Certify this schedule"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button kind="primary" isPending={form.isPending} onPress={() => void form.submit()}>
              Certify
            </Button>
          </>
        }
      >
        <ErrorSummary entries={form.summary} refusals={form.refusals} />
        <AdviceFields form={form} />
        <CertifyFields form={form} isSeveral />
      </Dialog>
    </>
  )
}
