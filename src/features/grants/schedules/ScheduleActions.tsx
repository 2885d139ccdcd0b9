import { useState } from 'react'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { CertifyAgain } from './CertifyAgain.tsx'
import styles from './Schedules.module.css'
import { pauseSchedule, resumeSchedule, type Schedule, stopSchedule } from './schedules.contract.ts'
import { useScheduleCommand } from './use-schedule-command.ts'

type ScheduleActionsProps = { schedule: Schedule; fundId: number; onChange: () => void }

/** Pause, resume, change, certify and stop, for those who may. */
export function ScheduleActions({ schedule, fundId, onChange }: ScheduleActionsProps) {
  const { scheduleId, revision, state, may } = schedule
  const [isStopping, setStopping] = useState(false)
  const { isPending, press } = useScheduleCommand(fundId, scheduleId)
  if (!may.change) return null
  return (
    <div className={styles.actions}>
      {state === 'active' ? (
        <Button
          isPending={isPending}
          onPress={() => void press(pauseSchedule, { revision }, 'The schedule is paused.')}
        >
          Pause
        </Button>
      ) : (
        <Button
          isPending={isPending}
          onPress={() => void press(resumeSchedule, { revision }, 'The schedule was resumed.')}
        >
          Resume
        </Button>
      )}
      <Button onPress={onChange}>Change</Button>
      <CertifyAgain schedule={schedule} fundId={fundId} />
      <Button kind="danger" onPress={() => setStopping(true)}>
        Stop
      </Button>
      <ConfirmDialog
        title="Stop this schedule permanently?"
        isOpen={isStopping}
        isDangerous
        isPending={isPending}
        onCancel={() => setStopping(false)}
        onConfirm={() =>
          void press(stopSchedule, { revision }, 'The schedule is stopped.').then(() => setStopping(false))
        }
        confirmText="Stop it"
        cancelText="Keep it"
      >
        <p>It will make no more grants. Grants that were already recommended are not affected.</p>
      </ConfirmDialog>
    </div>
  )
}
