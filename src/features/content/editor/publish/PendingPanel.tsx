import { useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import { nameOf } from '../../domain/content-labels.ts'
import {
  approveContent,
  type ContentItem,
  type ContentVersion,
  withdrawContent,
} from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import { DeclineForm } from './DeclineForm.tsx'
import { outcomeLabel } from './outcome.ts'
import styles from './Publish.module.css'
import type { PublishProps } from './publish-props.ts'
import { useCommand } from './use-command.ts'
import { changeLabels } from './version-labels.ts'
import { WhatChanges } from './WhatChanges.tsx'

const nothing = { data: { type: 'command' as const, attributes: {} } }

/** A version that awaits approval, with the commands that the user may run, or why they may not approve. */
export function PendingPanel({
  item,
  editorSession,
  onDone,
  awaiting,
}: PublishProps & { awaiting: ContentVersion }) {
  const { timeZone } = editorSession
  const [confirming, setConfirming] = useState<'approve' | 'withdraw' | null>(null)
  const [isDeclining, setDeclining] = useState(false)
  const command = useCommand()
  // In one update, so that the message gets the focus after the dialog closes.
  const done = (next: ContentItem, message: string) => {
    setConfirming(null)
    onDone(next, message)
  }
  const params = { kind: item.kind, name: item.name, number: awaiting.number }
  const approve = () =>
    command.run({
      send: () => call(approveContent, { params, body: nothing }),
      onDone: next => done(next, outcomeLabel(next, timeZone)),
    })
  const withdraw = () =>
    command.run({
      send: () => call(withdrawContent, { params, body: nothing }),
      onDone: next => done(next, 'Withdrawn. It is a draft again.'),
    })
  return (
    <div>
      <p>
        <strong>{changeLabels[awaiting.change].pending}</strong> Sent by {nameOf(awaiting.submitted.person)}{' '}
        on {instantLabel(awaiting.submitted.at, timeZone)}, to take effect{' '}
        {awaiting.publishAt === null
          ? 'as soon as it is approved.'
          : `on ${instantLabel(awaiting.publishAt, timeZone)}.`}
      </p>
      <WhatChanges item={item} version={awaiting}>
        See what would change
      </WhatChanges>
      {item.approvalRefusal === null ? null : <p className={styles.why}>{item.approvalRefusal}</p>}
      {isDeclining ? (
        <DeclineForm
          params={params}
          onDone={next => onDone(next, 'Declined. The author will see your reason with the draft.')}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <div className={styles.buttons}>
          {item.may.approve ? (
            <>
              <Button kind="primary" onPress={() => setConfirming('approve')}>
                Approve
              </Button>
              <Button onPress={() => setDeclining(true)}>Decline</Button>
            </>
          ) : null}
          {item.may.withdraw ? <Button onPress={() => setConfirming('withdraw')}>Withdraw</Button> : null}
        </div>
      )}
      <ConfirmDialog
        title={confirming === 'approve' ? 'Approve this?' : 'Withdraw this?'}
        isOpen={confirming !== null}
        onCancel={() => setConfirming(null)}
        onConfirm={() =>
          void (confirming === 'approve' ? approve() : withdraw()).then(() => setConfirming(null))
        }
        isPending={command.isPending}
        confirmText={confirming === 'approve' ? 'Yes, approve it' : 'Yes, withdraw it'}
      >
        <p>
          {confirming === 'approve'
            ? 'It takes effect as submitted, and your name is recorded.'
            : 'It becomes a draft again, and you can submit it again later.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}
