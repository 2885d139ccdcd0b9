import { useState } from 'react'
import { requiredReason } from '../../../../contract/required-text.ts'
import { formatInstant } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { usePending } from '../../../../web/api/use-pending.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../../web/form/NoteForm.tsx'
import { useCan } from '../../../../web/session/session.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import { Disclosure } from '../../../../web/ui/sections/Disclosure.tsx'
import { Section } from '../../../../web/ui/sections/Section.tsx'
import { monthName } from '../../domain/months.ts'
import {
  confirmReopening,
  type MonthClose,
  requestReopening,
  withdrawReopening,
} from '../month-close.contract.ts'
import { Checks } from './Checks.tsx'

type ClosedMonthsProps = { closes: readonly MonthClose[]; onDone: (sentence: string) => void }

/** The months that were closed, the latest first; the last one can be opened again by two people. */
export function ClosedMonths({ closes, onDone }: ClosedMonthsProps) {
  return (
    <Section heading="Closed months">
      {closes.length === 0 ? <p>No month has been closed yet.</p> : null}
      {closes.map(close => (
        <ClosedMonth key={close.closeId} close={close} onDone={onDone} />
      ))}
    </Section>
  )
}

function ClosedMonth({ close, onDone }: { close: MonthClose; onDone: (sentence: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const mayClose = useCan('PERIOD_CLOSE')
  const { clientSettings } = clientContext()
  const { month, byName, at, note, checks, reopening, reopened, isLast } = close
  const name = monthName(month, clientSettings.locale)
  return (
    <Disclosure
      heading={`${name}, ${reopened === null ? 'closed' : 'opened again'}`}
      isOpen={isOpen || (reopening !== null && reopened === null)}
      onToggle={setOpen}
    >
      <p>{`${byName} closed it on ${formatInstant(at, clientSettings)}.`}</p>
      {note === null ? null : <p>{note}</p>}
      {reopening === null ? null : (
        <Alert kind={reopened === null ? 'caution' : 'information'}>
          <p>
            {`${reopening.byName} asked on ${formatInstant(reopening.at, clientSettings)} to open it again: ${reopening.reason}`}
          </p>
          {reopened === null ? null : (
            <p>{`${reopened.byName} opened it on ${formatInstant(reopened.at, clientSettings)}.`}</p>
          )}
        </Alert>
      )}
      <Checks caption={`Checks of ${name}`} checks={checks} />
      {!mayClose || !isLast ? null : reopening === null ? (
        <RequestForm close={close} name={name} onDone={onDone} />
      ) : (
        <Decision close={close} name={name} onDone={onDone} />
      )}
    </Disclosure>
  )
}

type StepProps = { close: MonthClose; name: string; onDone: (sentence: string) => void }

const RequestForm = ({ close: { closeId }, name, onDone }: StepProps) => (
  <NoteForm
    label="Why it is to be opened again"
    hint="Someone else has to confirm it."
    submitText={`Ask to open ${name}`}
    text={requiredReason}
    save={reason =>
      call(requestReopening, {
        params: { closeId },
        body: { data: { type: 'command', attributes: { reason } } },
      })
    }
    onSaved={() => onDone(`A colleague now has to confirm that ${name} is opened again.`)}
  />
)

function Decision({ close: { closeId, reopening }, name, onDone }: StepProps) {
  const { isPending, run } = usePending()
  const decide = async (endpoint: typeof confirmReopening | typeof withdrawReopening, sentence: string) => {
    await call(endpoint, { params: { closeId }, body: { data: { type: 'command', attributes: {} } } })
    onDone(sentence)
  }
  return (
    <p>
      {reopening?.isOwn ? null : (
        <Button
          kind="primary"
          isPending={isPending}
          onPress={() => void run(() => decide(confirmReopening, `${name} takes entries again.`))}
        >
          Open {name} again
        </Button>
      )}
      <Button
        kind="text"
        isPending={isPending}
        onPress={() => void run(() => decide(withdrawReopening, `${name} stays closed.`))}
      >
        Leave it closed
      </Button>
    </p>
  )
}
