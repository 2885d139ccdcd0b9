import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { dateOf } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { latestExpiry } from '../domain/vetting.ts'
import { diligenceFields, listVettings, recordDueDiligence } from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { VettingCard } from './VettingCard.tsx'

/** Every record of due diligence about a charity of a register, and the form for the next, where the book asks for one. */
export function DueDiligence({ charityId, mayEdit }: { charityId: string; mayEdit: boolean }) {
  const headingId = useId()
  const [isEntering, setEntering] = useState(false)
  const found = useQuery(query(listVettings, { query: { charityId } }))
  if (found.data && !found.data.asksDueDiligence) return null
  const rows = found.data?.data ?? []
  const isWaiting = rows.some(({ state }) => state === 'proposed')
  const current = rows.find(({ state }) => state === 'vetted')
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Due diligence</h2>
      {found.isLoadingError ? <LoadFailure what="The due diligence" requests={[found]} /> : null}
      {found.data ? <p>{standing(current?.validity ?? null)}</p> : null}
      {found.data && mayEdit && !isWaiting && !isEntering ? (
        <Button onPress={() => setEntering(true)}>{current ? 'Renew the record' : 'Enter a record'}</Button>
      ) : null}
      {isEntering && !isWaiting ? (
        <RecordForm
          charityId={charityId}
          finding={current?.finding ?? ''}
          onDone={() => setEntering(false)}
        />
      ) : null}
      {rows.map(vetting => (
        <VettingCard key={vetting.vettingId} vetting={vetting} mayEdit={mayEdit} />
      ))}
    </section>
  )
}

const standings = {
  valid: 'Grants to this charity can be approved and paid.',
  ending: 'The record ends soon. Renew it so that grants can still be approved and paid.',
  expired: 'The record has expired. Grants wait until it is renewed.',
} as const
const standing = (validity: keyof typeof standings | null) =>
  validity === null
    ? 'Grants to this charity can be approved and paid only with a confirmed record of due diligence, because they are payments abroad.'
    : standings[validity]

type RecordFormProps = { charityId: string; finding: string; onDone: () => void }

/** The name and address are those of the register. Documents are added after it was saved. */
function RecordForm({ charityId, finding, onDone }: RecordFormProps) {
  const latest = latestExpiry(dateOf(new Date(), clientContext().clientSettings.timeZone))
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: z.object({
      ...diligenceFields.shape,
      expiresOn: requiredDate('Enter the last day on which the record is valid'),
    }),
    initial: { finding, expiresOn: latest },
    save: attributes =>
      call(
        recordDueDiligence,
        { params: { charityId }, body: { data: { type: 'command', attributes } } },
        { idempotencyKey },
      ),
    onSaved: () => {
      showToast({
        className: 'success',
        header: 'The record was saved. Add supporting documents. Someone else must confirm it.',
      })
      onDone()
      void refreshAll()
    },
  })
  return (
    <Form form={form} label="Record of due diligence">
      <TextArea
        label="What the documents show"
        hint="What you did to be sure that the money is used for charitable purposes. The person who confirms it compares this with the documents."
        isRequired
        {...form.field('finding')}
      />
      <DateField
        label="Valid until"
        hint="Up to three years from now. After that, no grant to it is approved or paid."
        latest={latest}
        isRequired
        {...form.field('expiresOn')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save for confirmation">
        <Button onPress={onDone}>Cancel</Button>
      </SubmitRow>
    </Form>
  )
}
