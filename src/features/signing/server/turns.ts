import type { SignerRow } from './envelopes.queries.ts'

/** Whether this is the sponsor's place, in a request or as it is stored. */
export const isSponsor = (
  signer: { userId: string | null; byLink?: true } | Pick<SignerRow, 'user_id' | 'by_link'>,
): boolean =>
  'user_id' in signer
    ? signer.user_id === null && !signer.by_link
    : signer.userId === null && signer.byLink !== true

/** Whether this signer may sign now: they have not signed, and all with a lower number have. The database checks it again. */
export function isTurnOf(
  signers: readonly Pick<SignerRow, 'signer_id' | 'state' | 'routing_order'>[],
  signerId: string,
): boolean {
  const signer = signers.find(each => each.signer_id === signerId)
  return (
    signer?.state === 'waiting' &&
    signers.every(each => each.state === 'signed' || each.routing_order >= signer.routing_order)
  )
}
