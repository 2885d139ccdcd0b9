import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../../web/api/call.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import { paths } from '../../../../web/routing/paths.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../../web/ui/overlay/ConfirmDialog.tsx'
import {
  type ContentItem,
  discardContentDraft,
  listContentItems,
  submitContent,
} from '../../editing.contract.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import styles from './Publish.module.css'
import { useCommand } from './use-command.ts'

type OtherCommandsProps = {
  item: ContentItem
  store: DraftStore
  onDone: (item: ContentItem, message: string) => void
}
type OtherCommand = 'hide' | 'return-to-common' | 'discard'

const confirmations = {
  hide: {
    button: 'Hide it',
    title: 'Hide this from readers?',
    text: 'Readers will see nothing in its place. You can publish it again at any time.',
    yes: 'Yes, hide it',
  },
  'return-to-common': {
    button: 'Return to the default text',
    title: 'Return to the default text?',
    text: 'Readers will see the standard text instead of yours. Your text stays in the version history.',
    yes: 'Yes, return to it',
  },
  discard: {
    button: 'Discard draft',
    title: 'Discard this draft?',
    text: 'The draft will be lost. Published text stays as it is.',
    yes: 'Yes, discard it',
  },
} as const satisfies Record<OtherCommand, { button: string; title: string; text: string; yes: string }>

const outcomes = { hide: 'Hidden.', 'return-to-common': 'Returned to the default text.' } as const

/** Commands that remove text from readers or from the draft. Each asks for confirmation. */
export function OtherCommands({ item, store, onDone }: OtherCommandsProps) {
  const [confirming, setConfirming] = useState<OtherCommand | null>(null)
  const runner = useCommand()
  const discard = useDiscard(item, store, (next, message) => {
    setConfirming(null)
    onDone(next, message)
  })
  const submit = (change: 'hide' | 'return-to-common') =>
    runner.run({
      send: () =>
        call(submitContent, {
          params: { kind: item.kind, name: item.name },
          body: {
            data: { type: 'command', attributes: { revision: store.revision(), change, publishAt: null } },
          },
        }),
      onDone: next => {
        setConfirming(null)
        onDone(next, next.awaiting ? 'Sent for approval.' : outcomes[change])
      },
    })
  const ask = async (next: OtherCommand) => {
    // Save first, as the command names a revision; SavedState shows a failure. Discarding needs no save.
    if (next === 'discard' || (await store.saveNow())) setConfirming(next)
  }
  const offered: OtherCommand[] = [
    ...(item.may.hide ? (['hide'] as const) : []),
    ...(item.may.returnToCommon ? (['return-to-common'] as const) : []),
    ...(item.draft && item.may.edit ? (['discard'] as const) : []),
  ]
  if (offered.length === 0) return null
  return (
    <div className={styles.others}>
      {offered.map(each => (
        <Button key={each} kind="text" onPress={() => void ask(each)}>
          {confirmations[each].button}
        </Button>
      ))}
      <ConfirmDialog
        title={confirming === null ? '' : confirmations[confirming].title}
        isOpen={confirming !== null}
        onCancel={() => setConfirming(null)}
        onConfirm={() => {
          if (confirming)
            void (confirming === 'discard' ? discard() : submit(confirming)).then(() => setConfirming(null))
        }}
        isPending={runner.isPending}
        isDangerous
        confirmText={confirming === null ? '' : confirmations[confirming].yes}
        cancelText="No, keep it"
      >
        <ConfirmationText confirming={confirming} isAlone={item.may.publishAlone} />
      </ConfirmDialog>
    </div>
  )
}

function ConfirmationText({
  confirming,
  isAlone,
}: {
  confirming: OtherCommand | null
  isAlone: boolean
}): ReactNode {
  if (confirming === null) return null
  return (
    <p>
      {confirmations[confirming].text}
      {confirming === 'discard' || isAlone ? '' : ' A second person must approve it first.'}
    </p>
  )
}

/** Discards the draft. An item that was never submitted is deleted with it, so the list opens instead. */
function useDiscard(item: ContentItem, store: DraftStore, onDone: OtherCommandsProps['onDone']) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async () => {
    try {
      const left = await call(discardContentDraft, {
        params: { kind: item.kind, name: item.name },
        body: { data: { type: 'command', attributes: { revision: store.revision() } } },
      })
      store.discard()
      if (left.item) return onDone(left.item, 'Draft discarded. Published text stays as it is.')
      void client.invalidateQueries({ queryKey: [listContentItems.path] })
      await navigate({ to: paths.content() })
    } catch (failure) {
      showFailure(failure)
    }
  }
}
