import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { currentBook, query, refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { tickedBox } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { ProgressBar } from '../../../web/ui/progress/ProgressBar.tsx'
import { adviceFrom, emptyAdvice } from '../domain/advice.ts'
import { AdviceFields } from '../recommend/AdviceFields.tsx'
import { useAdviceRules } from '../recommend/advice-form.ts'
import { CertifyFields } from '../recommend/CertifyFields.tsx'
import { certifyingSchema } from '../recommend/certifying-schema.ts'
import { type Basket, getProgress, submitBasket } from './drafts.contract.ts'

/** From this many grants on, the submission takes long enough to show its progress. */
const longSubmission = 100
const progressEveryMs = 700

/** Certifies the grants of a basket and submits them as one. The key stays, so that submitting again is harmless. */
export function SubmitBasket({
  basket,
  withoutAmount,
  fundId,
}: {
  basket: Basket
  withoutAmount: number
  fundId: number
}) {
  const { locale } = clientContext().clientSettings
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { basketId, version, rows, rowsWithErrors, openWarnings, problem } = basket
  const rules = useAdviceRules()
  const missing = `${locale === 'en-US' ? 'Check' : 'Tick'} the box to certify these grants`
  const form = useForm({
    schema: certifyingSchema({ certified: tickedBox(missing) }, rules),
    initial: { certified: false, ...emptyAdvice },
    save: ({ certified, ...advice }) => {
      const attributes = { version, certified, ...adviceFrom(advice) }
      const body = { data: { type: 'command' as const, attributes } }
      return call(submitBasket, { params: { fundId, basketId }, body }, { ...currentBook(), idempotencyKey })
    },
    onSaved: () => void refreshAll(),
    onFailure: failure => {
      showSubmitFailure(failure)
      // The rows have changed: the current ones are shown to be checked again.
      if (failure instanceof Problem && failure.code === 'conflict') void refreshAll()
    },
  })
  const violation = violationOf({ rowsWithErrors, openWarnings, problem }, withoutAmount)
  return (
    <Form form={form} guardsChanges={false} label="Certification">
      <AdviceFields form={form} />
      <CertifyFields form={form} isSeveral={rows > 1} />
      {form.isPending && rows >= longSubmission ? <Progress fundId={fundId} basketId={basketId} /> : null}
      {violation === null ? null : <p role="status">{violation}</p>}
      <SubmitRow
        isPending={form.isPending}
        submitText={rows === 1 ? 'Submit recommendation' : `Submit ${rows} recommendations`}
        isDisabled={violation !== null}
      />
    </Form>
  )
}

function violationOf(
  { rowsWithErrors, openWarnings, problem }: Pick<Basket, 'rowsWithErrors' | 'openWarnings' | 'problem'>,
  withoutAmount: number,
): string | null {
  if (rowsWithErrors > 0 && rowsWithErrors === withoutAmount)
    return 'Enter an amount for each grant, then submit.'
  if (rowsWithErrors > 0)
    return `Correct the ${rowsWithErrors === 1 ? 'grant' : `${rowsWithErrors} grants`} with errors, then submit.`
  if (openWarnings > 0) return 'Answer the questions beside the grants, then submit.'
  return problem === null ? null : `${problem}.`
}

function Progress({ fundId, basketId }: { fundId: number; basketId: string }) {
  const found = useQuery({
    ...query(getProgress, { params: { fundId, basketId } }),
    refetchInterval: progressEveryMs,
    staleTime: 0,
    throwOnError: false,
  })
  const { locale } = clientContext().clientSettings
  const { progress = 0, rows = 1 } = found.data ?? {}
  return (
    <ProgressBar
      label="Recommending"
      value={progress}
      max={rows}
      text={`${progress.toLocaleString(locale)} of ${rows.toLocaleString(locale)} grants`}
    />
  )
}
