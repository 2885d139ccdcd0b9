import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { settingText } from '../domain/setting-texts.ts'
import { confirmThreshold, declineThreshold, type WaitingChange } from '../settings.contract.ts'
import styles from './Settings.module.css'
import { showChange } from './show-change.ts'

/** An amount that waits for a second person, who confirms or declines it; who proposed it may withdraw it. */
export function WaitingThreshold({ waiting, title }: { waiting: WaitingChange; title: string }) {
  const mayDecide = useCan('SETTINGS_MANAGE')
  const [declines, setDeclines] = useState(false)
  const { isPending, run } = usePending()
  const { clientSettings } = clientContext()
  const { changeId, setting, currency, value, reason, requestedByName, refusal, isOwn } = waiting
  const amount = settingText(setting, value, { currency, locale: clientSettings.locale })
  const params = { changeId }
  const confirm = async () => {
    await call(confirmThreshold, { params, body: { data: { type: 'command', attributes: {} } } })
    await showChange(`${title} ${amount}: this is confirmed.`)
  }
  const [decline, declined] = isOwn ? ['Withdraw', 'withdrawn'] : ['Decline', 'declined']
  return (
    <div className={styles.waiting}>
      <Alert kind="caution" heading={`${amount} awaits a second person`}>
        <p>
          Proposed by {requestedByName}, {formatInstant(waiting.requestedAt, clientSettings)}: {reason}
        </p>
        <p>It ends on {formatInstant(waiting.endsAt, clientSettings)} if no one confirms it.</p>
      </Alert>
      {!mayDecide ? null : (
        <>
          {refusal === null ? null : <p>{refusal}</p>}
          <p className={styles.actions}>
            {refusal === null ? (
              <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
                Confirm {amount}
              </Button>
            ) : null}
            {declines ? null : (
              <Button onPress={() => setDeclines(true)}>
                {decline} {amount}
              </Button>
            )}
          </p>
          {declines ? (
            <NoteForm
              label={isOwn ? 'Why you withdraw it' : 'Why you decline it'}
              submitText={decline}
              text={requiredReason}
              save={note =>
                call(declineThreshold, {
                  params,
                  body: { data: { type: 'command', attributes: { reason: note } } },
                })
              }
              onSaved={() => void showChange(`The amount was ${declined}.`)}
            />
          ) : null}
        </>
      )}
    </div>
  )
}
