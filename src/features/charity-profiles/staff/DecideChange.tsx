import type { ComponentProps } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'

type DecideChangeProps = {
  /** Why the person may not confirm it, as a sentence; null if they may. */
  decisionRefusal: string | null
  mayEdit: boolean
  confirm: Omit<ComponentProps<typeof NoteForm>, 'onSaved'>
  decline: Pick<ComponentProps<typeof NoteForm>, 'save' | 'submitText'>
}

/** Confirms what somebody else entered about a charity, or declines it; both with a note. */
export function DecideChange({ decisionRefusal, mayEdit, confirm, decline }: DecideChangeProps) {
  const onSaved = () => void refreshAll()
  return (
    <>
      {decisionRefusal === null ? (
        <NoteForm {...confirm} onSaved={onSaved} />
      ) : mayEdit ? (
        <p>{decisionRefusal}</p>
      ) : null}
      {mayEdit ? (
        <NoteForm {...decline} label="Reason for declining" text={requiredReason} onSaved={onSaved} />
      ) : null}
    </>
  )
}
