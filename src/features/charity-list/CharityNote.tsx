import { useEffect, useRef, useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import styles from './CharityList.module.css'
import { type ListedCharity, maxNoteLength, setCharityNote } from './charity-list.contract.ts'

/** The note of a charity, which is written in place. */
export function CharityNote({ fundId, charity }: { fundId: number; charity: ListedCharity }) {
  const { charityId, note } = charity
  const [text, setText] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The button that the form replaced has the focus again.
  useEffect(() => {
    if (text === null && wasOpen.current) opener.current?.focus()
    wasOpen.current = text !== null
  }, [text])
  const { isPending, run } = usePending()
  const name = charityName(charity.name)
  const save = async () => {
    const attributes = { charityId, note: text ?? '' }
    await call(setCharityNote, {
      params: { fundId },
      body: { data: { type: 'command' as const, attributes } },
    })
    await refreshAll()
    setText(null)
    showToast({ className: 'success', header: `The note about ${name} was saved.` })
  }
  if (text === null)
    return (
      <div>
        {note === null ? null : <span className={styles.noteText}>{note}</span>}
        <Button kind="text" ref={opener} onPress={() => setText(note ?? '')}>
          {note === null ? 'Add a note' : 'Edit'}
          <VisuallyHidden> about {name}</VisuallyHidden>
        </Button>
      </div>
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void run(save)
      }}
    >
      <TextField
        label={`Note about ${name}`}
        name={`note-${charityId}`}
        value={text}
        maxLength={maxNoteLength}
        autoFocus
        onChange={setText}
      />
      <div className={styles.buttons}>
        <Button type="submit" isPending={isPending}>
          Save
        </Button>
        <Button kind="text" onPress={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
