import { useState } from 'react'
import { dateOf } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { fieldId } from '../../../../web/ui/fields/field-props.ts'
import { RadioGroup } from '../../../../web/ui/fields/RadioGroup.tsx'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import { submitContent } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import { DateTimeField } from './DateTimeField.tsx'
import { type DateTimeDraft, type DateTimeProblem, dateTimeOf } from './date-time.ts'
import { outcomeLabel } from './outcome.ts'
import styles from './Publish.module.css'
import type { PublishProps } from './publish-props.ts'
import { useCommand } from './use-command.ts'

type PublishFormProps = PublishProps & { onRefused: (errors: Record<string, string[]>) => void }

const choices = [
  { value: 'now', text: 'As soon as possible' },
  { value: 'later', text: 'At a date and time' },
] as const

/** Publishes the draft, or submits it for approval under dual control. */
export function PublishForm({ item, editorSession, store, onDone, onRefused }: PublishFormProps) {
  const { timeZone } = editorSession
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [dateTime, setDateTime] = useState<DateTimeDraft>({ date: null, time: '09:00' })
  const [problem, setProblem] = useState<DateTimeProblem | null>(null)
  const [publishAt, setPublishAt] = useState<string | null | undefined>(undefined)
  const command = useCommand()
  const { publishAlone } = item.may

  const ask = async () => {
    const parsed = when === 'now' ? { instant: null } : dateTimeOf(dateTime, timeZone)
    if ('problem' in parsed) {
      setProblem(parsed.problem)
      // The field reads out its sentence: this one, or its own about what was typed.
      document.getElementById(fieldId(parsed.problem.field))?.focus()
      return
    }
    setProblem(null)
    // Save first, so that the confirmation is about what will be submitted; SavedState shows a failure.
    if (await store.saveNow()) setPublishAt(parsed.instant)
  }
  const submit = () =>
    command.run({
      send: () =>
        call(submitContent, {
          params: { kind: item.kind, name: item.name },
          body: {
            data: {
              type: 'command',
              attributes: { revision: store.revision(), change: 'text', publishAt: publishAt ?? null },
            },
          },
        }),
      // In one update, so that the message gets the focus after the dialog closes.
      onDone: next => {
        setPublishAt(undefined)
        onDone(next, outcomeLabel(next, timeZone))
      },
      onRefused,
    })
  return (
    <div className={styles.form}>
      {publishAlone ? null : (
        <p>
          Publishing takes two people: you submit the text, and another editor or a super user approves it.
        </p>
      )}
      <RadioGroup
        label={publishAlone ? 'When to publish' : 'When to publish, once approved'}
        name="when"
        value={when}
        choices={choices}
        onChange={setWhen}
      />
      {when === 'later' ? (
        <DateTimeField
          dateTime={dateTime}
          timeZone={timeZone}
          earliest={dateOf(new Date(), timeZone)}
          problem={problem}
          onChange={next => {
            setDateTime(next)
            setProblem(null)
          }}
        />
      ) : null}
      <Button
        kind="primary"
        isPending={command.isPending}
        pendingText="Processing..."
        onPress={() => void ask()}
      >
        {publishAlone ? (when === 'now' ? 'Publish' : 'Schedule') : 'Send for approval'}
      </Button>
      <ConfirmDialog
        title={
          publishAlone ? (when === 'now' ? 'Publish this now?' : 'Schedule this?') : 'Send this for approval?'
        }
        isOpen={publishAt !== undefined}
        onCancel={() => setPublishAt(undefined)}
        onConfirm={() => void submit().then(() => setPublishAt(undefined))}
        isPending={command.isPending}
        confirmText={publishAlone ? 'Yes, publish it' : 'Yes, send it'}
        cancelText="No, keep the draft"
      >
        <p>{effectOf(publishAlone, publishAt ?? null, timeZone)}</p>
      </ConfirmDialog>
    </div>
  )
}

function effectOf(publishAlone: boolean, publishAt: string | null, timeZone: string): string {
  const { displayName } = clientContext().clientSettings
  const from = publishAt === null ? 'within seconds' : `from ${instantLabel(publishAt, timeZone)}`
  return publishAlone
    ? `Readers of ${displayName} will see it ${from}.`
    : `Once it is approved, readers of ${displayName} will see it ${from}. Until then you can’t change it, but you can withdraw it.`
}
