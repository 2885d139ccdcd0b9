import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { type CaseDetails, caseTexts, confirmCase } from '../estate-cases.contract.ts'
import { getCaseFacts } from '../open-case.contract.ts'
import { documentChoices } from './document-choices.ts'

const hints = {
  closing: 'After this, the recipients are final and schedules stop.',
  death:
    'After this, the person who died can no longer log in. If another donor lives, the account returns to them. If not, the plan is final and schedules stop. We then e-mail the successors.',
} as const

const confirm = (caseId: string, attributes: { note: string; documentId: string | null }) =>
  call(confirmCase, { params: { caseId }, body: { data: { type: 'command', attributes } } })

/** The confirmation by a second person, who looked at the document. A case without one needs it named. */
export function ConfirmCase({ details: { caseId, kind, fundId, documentId } }: { details: CaseDetails }) {
  if (documentId === null) return <ConfirmWithDocument caseId={caseId} fundId={fundId} />
  return (
    <NoteForm
      onSaved={() => void refreshAll()}
      label="What you checked"
      hint={hints[kind]}
      submitText="Confirm this case"
      text={caseTexts.confirmed}
      save={note => confirm(caseId, { note, documentId: null })}
    />
  )
}

/** Opened with a case of the realm's other book, whose documents this book does not have. */
function ConfirmWithDocument({ caseId, fundId }: Pick<CaseDetails, 'caseId' | 'fundId'>) {
  const facts = useQuery(query(getCaseFacts, { query: { fundId: String(fundId) } }))
  const form = useForm({
    schema: z.object({ documentId: z.string('Choose a document'), note: caseTexts.confirmed }),
    initial: { documentId: null as string | null, note: '' },
    save: attributes => confirm(caseId, attributes),
    onSaved: () => void refreshAll(),
  })
  if (facts.isLoadingError) return <LoadFailure what="The account’s documents" requests={[facts]} />
  if (!facts.data) return <Skeleton shape="text" lines={4} label="Loading the account’s documents" />
  return (
    <Form form={form} guardsChanges={false} label="Confirm this case">
      <Select
        label="Death certificate"
        hint="Choose from this account’s documents of the type Death Certificate. Upload it there first."
        choices={documentChoices('death', facts.data.documents)}
        isRequired
        {...form.field('documentId')}
      />
      <TextArea label="What you checked" hint={hints.death} isRequired {...form.field('note')} />
      <SubmitRow isPending={form.isPending} submitText="Confirm this case" />
    </Form>
  )
}
