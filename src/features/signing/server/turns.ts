import type { SignerRow } from './envelopes.queries.ts'

/** Whether this signer may sign now: they have not, and everybody with a lower number has. The database checks it again. */
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
