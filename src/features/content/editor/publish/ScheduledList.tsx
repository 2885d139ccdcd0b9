import { useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import { type ContentVersion, unscheduleContent } from '../../editing.contract.ts'
import { instantLabel } from '../content-times.ts'
import styles from './Publish.module.css'
import type { PublishProps } from './publish-props.ts'
import { useCommand } from './use-command.ts'
import { changeLabels } from './version-labels.ts'
import { WhatChanges } from './WhatChanges.tsx'

/** The scheduled versions, which can be unscheduled. */
export function ScheduledList({ item, editorSession, onDone }: PublishProps) {
  const [confirming, setConfirming] = useState<ContentVersion | null>(null)
  const command = useCommand()
  if (item.scheduled.length === 0) return null
  const unschedule = ({ number }: ContentVersion) =>
    command.run({
      send: () =>
        call(unscheduleContent, {
          params: { kind: item.kind, name: item.name, number },
          body: { data: { type: 'command', attributes: {} } },
        }),
      onDone: next => {
        setConfirming(null)
        onDone(next, 'Unscheduled. Published text stays as it is.')
      },
    })
  return (
    <>
      <ul className={styles.scheduled}>
        {item.scheduled.map(version => (
          <li key={version.number}>
            <span>
              <strong>{changeLabels[version.change].done}</strong> from{' '}
              {instantLabel(
                version.liveAt ?? version.publishAt ?? version.submitted.at,
                editorSession.timeZone,
              )}
            </span>
            <WhatChanges item={item} version={version}>
              See what will change
            </WhatChanges>
            {item.may.unschedule ? (
              <Button kind="text" onPress={() => setConfirming(version)}>
                Unschedule
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Unschedule this?"
        isOpen={confirming !== null}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          if (confirming) void unschedule(confirming).then(() => setConfirming(null))
        }}
        isPending={command.isPending}
        isDangerous
        confirmText="Yes, unschedule it"
        cancelText="No, keep it scheduled"
      >
        <p>It will not take effect. The text stays in the version history.</p>
      </ConfirmDialog>
    </>
  )
}
