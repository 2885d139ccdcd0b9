import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { embeddedProviderName } from '../../signing/server/embedded-provider.ts'
import { toResponse } from '../../signing/server/show-envelope.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { type Linked, ofLink, placeAt, providerOf } from './sign-application.ts'

export async function openSigningLink(
  { body }: HandlerInput<typeof signingLinkContract.openSigningLink>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.openSigningLink>> {
  const linked = await ofLink(body.token, context)
  const { row, signer, inBook } = linked
  const isHere = row.provider === embeddedProviderName && row.envelope_id !== null
  return {
    name: signer.name,
    reference: Number(row.reference),
    accountName: row.draft.account.accountName,
    startedBy: row.started_by_name,
    envelope: isHere ? (await toResponse(await placeAt(linked), context)).data : null,
    provider: providerOf(row, inBook, context).name,
    state: stateOf(linked),
  }
}

function stateOf({ row, signer }: Linked): 'waiting' | 'preparing' | 'signed' | 'ended' {
  if (signer.state === 'signed') return 'signed'
  if (row.state !== 'signing' || signer.state === 'declined') return 'ended'
  return row.envelope_id === null ? 'preparing' : 'waiting'
}
