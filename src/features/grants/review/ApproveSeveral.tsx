import { useState } from 'react'
import * as z from 'zod/mini'
import { fieldProblem } from '../../../contract/problems.ts'
import { maxMessageLength, requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import styles from './GrantQueue.module.css'
import { approveGrants, maxApprovedAtOnce, type QueueRow } from './staff-grants.contract.ts'

type Left = { name: string; refusal: string }
type ApproveSeveralProps = { rows: readonly QueueRow[]; onDone: () => void }

/** Approves the selected grants with one reason. Grants that need an individual review are listed with the reason. */
export function ApproveSeveral({ rows, onDone }: ApproveSeveralProps) {
  const [result, setResult] = useState<{ approved: number; left: Left[] } | null>(null)
  const clean = rows.filter(({ mayBeClean }) => mayBeClean)
  const form = useForm({
    schema: z.object({ reason: requiredReason }),
    initial: { reason: '' },
    save: async ({ reason }) => {
      if (clean.length > maxApprovedAtOnce)
        throw fieldProblem(
          '',
          `You can approve up to ${maxApprovedAtOnce} grants at once. You’ve selected ${clean.length}.`,
        )
      const grants = clean.map(({ grantId, payee }) => ({ grantId, payeeSeen: payee?.digest ?? null }))
      const attributes = { grants, reason }
      return await call(approveGrants, { body: { data: { type: 'command', attributes } } })
    },
    onSaved: ({ data }) => {
      const left = data.flatMap(({ grantId, refusal }) => {
        const row = rows.find(each => each.grantId === grantId)
        return refusal === null ? [] : [{ name: charityName(row?.charityName ?? ''), refusal }]
      })
      setResult({ approved: data.length - left.length, left })
      onDone()
      void refreshAll()
    },
  })
  if (rows.length === 0) return result ? <Result {...result} /> : null
  if (clean.length === 0)
    return <p className={styles.note}>None of the selected grants can be approved together.</p>
  return (
    <div className={styles.several}>
      <Form form={form} guardsChanges={false} label="Approve several">
        <TextArea
          label="Reason for all of them"
          hint={
            clean.length === rows.length
              ? 'Only staff and auditors can read it.'
              : `${rows.length - clean.length} of the selected grants need to be reviewed one by one and are not included.`
          }
          maxLength={maxMessageLength}
          isRequired
          {...form.field('reason')}
        />
        <SubmitRow
          isPending={form.isPending}
          submitText={clean.length === 1 ? 'Approve 1 grant' : `Approve ${clean.length} grants`}
        />
      </Form>
    </div>
  )
}

function Result({ approved, left }: { approved: number; left: readonly Left[] }) {
  return (
    <Alert kind={left.length === 0 ? 'success' : 'caution'} heading="Approved together" takesFocus>
      <p>
        {approved === 1 ? '1 grant was approved.' : `${approved} grants were approved.`}
        {left.length === 0 ? null : ' These were not approved:'}
      </p>
      {left.length === 0 ? null : (
        <ul>
          {left.map(({ name, refusal }) => (
            <li key={`${name} ${refusal}`}>
              {name}: {refusal}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
