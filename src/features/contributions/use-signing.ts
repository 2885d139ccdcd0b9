import { useEffect, useState } from 'react'
import { call } from '../../web/api/call.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { paths } from '../../web/routing/paths.ts'
import { authToken, readToken } from '../../web/session/session-store.ts'
import { leaveToSign } from '../../web/session/signing-window.ts'
import { type PendingDocument, signPendingDocument } from './pending-documents.contract.ts'

/** How long the alert about the redirect is shown before it happens (§9). */
const autoRedirectDelayMs = 400

export type Signing = {
  /** The document for which the provider is being asked; null: none. */
  transactionId: number | null
  sign: (row: PendingDocument) => Promise<void>
}

/** Signs a document of the account: asks for the address at its provider and goes there. */
export function useSigning(fundId: number): Signing {
  const [transactionId, setTransactionId] = useState<number | null>(null)
  const sign = async (row: PendingDocument) => {
    const address = await addressFor(fundId, row, setTransactionId)
    if (address === null) return setTransactionId(null)
    leaveToSign(address, paths.pendingDocuments({ signing: row.transactionId ?? 0 }))
  }
  return { transactionId, sign }
}

/** The ids that signing needs (§5). @throws Error for a row without them. */
export function signingIds({
  accountId,
  transactionId,
}: {
  accountId: string | null
  transactionId: number | null
}): { accountId: string; transactionId: number } {
  if (!accountId || !transactionId) throw new Error('a pending document has no accountId or no transactionId')
  return { accountId, transactionId }
}

/** Null if there was a failure, which has been shown. */
async function addressFor(
  fundId: number,
  row: PendingDocument,
  onStart: (transactionId: number) => void,
): Promise<string | null> {
  try {
    const attributes = signingIds(row)
    onStart(attributes.transactionId)
    const { meta } = await call(signPendingDocument, {
      params: { fundId },
      body: { data: { type: 'command', attributes } },
    })
    return meta.url
  } catch (failure) {
    showFailure(failure)
    return null
  }
}

/** The session in which a single document was opened automatically. A reload starts over, and then the address says `signing`. */
let redirectedIn: string | undefined

const sessionId = () => readToken(authToken.read())?.sessionId

/**
 * Opens a single document automatically (§2.10), once per visit.
 *
 * @param single the document, if it is the only one, can be signed, and the client wants it; null otherwise.
 * @returns whether the redirect is under way, for the alert.
 */
export function useAutoRedirect(single: PendingDocument | null, sign: Signing['sign']): boolean {
  const [isRedirecting, setRedirecting] = useState(false)
  useEffect(() => {
    if (single === null || redirectedIn === sessionId()) return
    redirectedIn = sessionId()
    setRedirecting(true)
    setTimeout(() => void sign(single).finally(() => setRedirecting(false)), autoRedirectDelayMs)
  }, [single, sign])
  return isRedirecting
}
