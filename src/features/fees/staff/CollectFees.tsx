import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { currentBook } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { batchKinds } from '../../posting-batches/domain/posting-batch.ts'
import type { BatchPlan } from '../../posting-batches/posting-batches.contract.ts'
import { BatchPlanView } from '../../posting-batches/staff/BatchPlanView.tsx'
import { EnterBatch } from '../../posting-batches/staff/EnterBatch.tsx'
import { checkWaitingFees, enterWaitingFees, feeKinds } from '../fees.contract.ts'
import styles from './Fees.module.css'

type FeeKind = (typeof feeKinds)[number]

/** Shows what funds can pay now of what they owe, kind by kind, and sends it to a second person, without waiting for the next run. */
export function CollectFees() {
  const [chosen, choose] = useState<{ kind: FeeKind; press: number } | null>(null)
  return (
    <>
      <p>
        A fund’s next fee takes it too. Someone else confirms the batch before anything is posted, and no fund
        goes below zero.
      </p>
      <div className={styles.actions}>
        {feeKinds.map(kind => (
          <Button key={kind} kind="text" onPress={() => choose({ kind, press: (chosen?.press ?? 0) + 1 })}>
            Check {batchKinds[kind].label.toLowerCase()}s
          </Button>
        ))}
      </div>
      {chosen === null ? null : <Check key={chosen.press} kind={chosen.kind} />}
    </>
  )
}

function Check({ kind }: { kind: FeeKind }) {
  const checked = useQuery<BatchPlan>({
    queryKey: [checkWaitingFees.path, kind, currentBook().currency],
    queryFn: ({ signal }) =>
      call(
        checkWaitingFees,
        { body: { data: { type: 'command', attributes: { kind } } } },
        { ...currentBook(), signal },
      ),
    // Computed anew at each press, and not while people read it or once it has been sent.
    staleTime: 'static',
    gcTime: 0,
  })
  if (checked.error instanceof Problem && checked.error.code === 'conflict')
    return (
      <Alert kind="caution" heading="Nothing can be taken" takesFocus>
        <p>{checked.error.detail}</p>
      </Alert>
    )
  if (checked.isLoadingError) return <LoadFailure what="What funds can pay" requests={[checked]} />
  if (!checked.data) return <Skeleton shape="table" lines={4} label="Computing what funds can pay" />
  const plan = checked.data
  return (
    <>
      <BatchPlanView
        key={plan.planHash}
        name={batchKinds[kind].label}
        plan={plan}
        label="What the batch would take"
      />
      {plan.refusal === null ? (
        <EnterBatch
          hint="For staff, such as “Owed fees of November”. Each batch has its own name."
          save={reference =>
            call(enterWaitingFees, {
              body: { data: { type: 'command', attributes: { kind, reference, planHash: plan.planHash } } },
            })
          }
          onChanged={() => void checked.refetch()}
        />
      ) : null}
    </>
  )
}
