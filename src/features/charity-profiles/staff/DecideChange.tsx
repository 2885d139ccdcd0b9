import type { ComponentProps } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan } from '../../../web/session/session.ts'

type DecideChangeProps = {
  /** Why the person may not confirm it, as a sentence; null if they may. */
  decisionRefusal: string | null
  confirm: Omit<ComponentProps<typeof NoteForm>, 'onSaved'>
  decline: Pick<ComponentProps<typeof NoteForm>, 'save' | 'submitText'>
}

/** Confirms what somebody else entered about how a charity is paid, or declines it; both with a note. */
export function DecideChange({ decisionRefusal, confirm, decline }: DecideChangeProps) {
  const mayEnter = useCan('BANK_DETAILS_EDIT')
  const mayConfirm = useCan('BANK_DETAILS_CONFIRM')
  const mayDecline = mayEnter || mayConfirm
  const onSaved = () => void refreshAll()
  return (
    <>
      {decisionRefusal === null ? (
        <NoteForm {...confirm} onSaved={onSaved} />
      ) : mayDecline ? (
        <p>{decisionRefusal}</p>
      ) : null}
      {mayDecline ? (
        <NoteForm {...decline} label="Reason for declining" text={requiredReason} onSaved={onSaved} />
      ) : null}
    </>
  )
}
