import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query, queryClient } from '../../web/api/query.ts'
import { paths } from '../../web/routing/paths.ts'
import { noteReturn } from '../../web/session/signing-window.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import {
  getSigningOutcome,
  listPendingDocuments,
  type SigningOutcome as Outcome,
} from './pending-documents.contract.ts'

const askEveryMs = 2000
/** For a minute. */
const maxQuestions = 30

/** Whether further polling is useless. */
const isSettled = ({ state, ownState, waitsFor }: Outcome): boolean =>
  state === 'filed' ||
  state === 'declined' ||
  state === 'voided' ||
  // If there is no next signer, it is about to be filed.
  (state === 'pending' && ownState !== 'waiting' && waitsFor !== null)

/** The result for the document that the person went to sign, polled every two seconds for a minute (§2.10). */
export function SigningOutcome({ fundId, transactionId }: { fundId: number; transactionId: number }) {
  const asking = query(getSigningOutcome, { params: { fundId, transactionId } })
  const outcome = useQuery({
    ...asking,
    staleTime: 0,
    // The number in the address may have been edited.
    throwOnError: false,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      (data && isSettled(data)) || dataUpdateCount + errorUpdateCount >= maxQuestions ? false : askEveryMs,
  })
  useEffect(noteReturn, [])
  const { data } = outcome
  const known = data && `${data.state} ${data.ownState} ${data.waitsFor}`
  useEffect(() => {
    if (known !== undefined) void queryClient.invalidateQueries({ queryKey: [listPendingDocuments.path] })
  }, [known])
  const state = queryClient.getQueryState(asking.queryKey)
  const asked = (state?.dataUpdateCount ?? 0) + (state?.errorUpdateCount ?? 0)
  return data ? <OutcomeText outcome={data} isAsking={asked < maxQuestions} /> : null
}

function OutcomeText({ outcome, isAsking }: { outcome: Outcome; isAsking: boolean }) {
  const { fileName, state, ownState, waitsFor } = outcome
  if (state === 'filed')
    return (
      <Alert kind="success" heading="Thank You">
        <p>
          {fileName} is signed and filed. You can find it under{' '}
          <Link to={paths.accountDocuments()}>Account Documents</Link>.
        </p>
      </Alert>
    )
  if (state === 'declined')
    return (
      <Alert>
        <p>{fileName} was declined, so no one needs to sign it. We’ll contact you about the next steps.</p>
      </Alert>
    )
  if (state === 'voided')
    return (
      <Alert>
        <p>{fileName} was withdrawn. No one needs to sign it.</p>
      </Alert>
    )
  if (state === 'pending' && ownState === 'signed')
    return (
      <Alert kind="success" heading="Thank You">
        <p>
          You have signed {fileName}.{' '}
          {waitsFor === null ? 'It will be filed soon.' : `${waitsFor} signs next.`}
        </p>
      </Alert>
    )
  if (isAsking)
    return (
      <Alert>
        <p>Please wait while we check whether {fileName} is signed.</p>
      </Alert>
    )
  return (
    <Alert>
      <p>
        If you have signed {fileName}, it will be filed soon. You don’t need to wait here. If you haven’t, you
        can still sign it.
      </p>
    </Alert>
  )
}
