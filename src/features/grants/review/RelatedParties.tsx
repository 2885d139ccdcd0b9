import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { isOneOf, undecidedStatuses } from '../domain/grant-status.ts'
import {
  type RelatedPartyOutcome,
  relatedPartyOutcomeLabels,
  relatedPartyOutcomes,
} from '../domain/related-parties.ts'
import {
  decideRelatedParties,
  missingOutcome,
  noteRelatedParties,
  relatedPartiesNote,
} from './related-parties.contract.ts'
import type { StaffGrant } from './staff-grants.contract.ts'

/** What was noted and decided about people of the fund who may be related to the charity, and the forms for both. */
export function RelatedParties({ grant }: { grant: StaffGrant }) {
  const mayNote = useCan('GRANT_APPROVE')
  const mayDecide = useCan('SANCTIONS_DECIDE')
  const [isNoting, setNoting] = useState(false)
  const { grantId, hints, relatedParties, relatedPartiesRefusal } = grant
  const isOpen = relatedParties.at(-1)?.outcome === null
  const canNote = mayNote && !isOpen && isOneOf(undecidedStatuses, grant.transactionStatusCode)
  const done = (header: string) => {
    setNoting(false)
    showToast({ className: 'success', header })
    void refreshAll()
  }
  if (!canNote && relatedParties.length === 0 && hints.length === 0) return null
  return (
    <Alert kind={hints.length > 0 || isOpen ? 'caution' : 'information'} heading="Related parties">
      {hints.length === 0 ? null : (
        <ul>
          {hints.map(hint => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {relatedParties.map(each => (
        <Case key={each.notedAt} about={each} />
      ))}
      {isOpen && mayDecide && relatedPartiesRefusal !== null ? <p>{relatedPartiesRefusal}</p> : null}
      {isOpen && mayDecide && relatedPartiesRefusal === null ? (
        <DecideForm grantId={grantId} onDone={() => done('The decision about related parties was saved.')} />
      ) : null}
      {canNote && !isNoting ? (
        <Button kind="text" onPress={() => setNoting(true)}>
          Note related parties
        </Button>
      ) : null}
      {canNote && isNoting ? (
        <NoteForm
          label="Who may be related to whom"
          hint="The grant is not approved until Compliance has decided about it. Only staff and auditors can read it."
          submitText="Note related parties"
          text={relatedPartiesNote}
          save={note =>
            call(noteRelatedParties, {
              params: { grantId },
              body: { data: { type: 'command', attributes: { note } } },
            })
          }
          onSaved={() => done('Noted. Compliance decides about it.')}
        />
      ) : null}
    </Alert>
  )
}

function Case({ about }: { about: StaffGrant['relatedParties'][number] }) {
  const { clientSettings } = clientContext()
  const { note, notedByName, notedAt, outcome, reason, decidedByName, decidedAt } = about
  return (
    <>
      <p>
        {notedByName}, {formatInstant(notedAt, clientSettings)}: {note}
      </p>
      <p>
        {outcome === null || decidedAt === null
          ? 'Compliance has not decided about it yet.'
          : `${relatedPartyOutcomeLabels[outcome]}: ${decidedByName}, ${formatInstant(decidedAt, clientSettings)}: ${reason}`}
      </p>
    </>
  )
}

const choices = relatedPartyOutcomes.map(value => ({ value, text: relatedPartyOutcomeLabels[value] }))

function DecideForm({ grantId, onDone }: { grantId: string; onDone: () => void }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm<
    { outcome: RelatedPartyOutcome | null; reason: string },
    { outcome: RelatedPartyOutcome; reason: string },
    StaffGrant
  >({
    schema: z.object({ outcome: z.enum(relatedPartyOutcomes, missingOutcome), reason: requiredReason }),
    initial: { outcome: null, reason: '' },
    save: attributes =>
      call(
        decideRelatedParties,
        { params: { grantId }, body: { data: { type: 'command', attributes } } },
        { idempotencyKey },
      ),
    onSaved: onDone,
  })
  return (
    <Form form={form} label="Decide about related parties">
      <RadioGroup label="What you found" choices={choices} {...form.field('outcome')} />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Save the decision" />
    </Form>
  )
}
