import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { mayChange } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { requireNoOtherEdit } from '../../../server/changes/require-no-other-edit.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { lockAccountRow, setAccountName } from '../../accounts/server/account-row.queries.ts'
import type * as contract from '../account-name.contract.ts'

/**
 * Renames the account of the address (§2.9). The name takes effect at once. Throws `conflict` with the other edit if someone
 * else renamed the account after the caller loaded it; the same name twice is stored once.
 */
export async function updateAccountName(
  { body }: HandlerInput<typeof contract.updateAccountName>,
  context: ContextOf<typeof contract.updateAccountName>,
): Promise<Reply<typeof contract.updateAccountName>> {
  const { db, account, actor, client, clock } = context
  const accountName = nameOfAccount(body.db.account, account)
  return await db.transaction().execute(async trx => {
    const stored = await lockAccountRow(trx, account.accountId)
    if (!stored) throw new Problem('not-found')
    const response = (revision: number) => ({ id: account.accountId, accountName, revision })
    // The status may have changed since the request was admitted.
    if (!mayChange(stored, actor)) throw new Problem('access-denied')
    if (stored.account_name === accountName) return response(stored.revision)
    const row = { subject: 'account', subjectId: account.accountId } as const
    await requireNoOtherEdit(
      trx,
      {
        ...row,
        editedRevision: body.data.attributes.revision,
        storedRevision: stored.revision,
        fields: ['accountName'],
      },
      { actor, sponsor: client.displayName },
    )
    const revision = stored.revision + 1
    await setAccountName(trx, account.accountId, { accountName, revision })
    await recordChange(trx, {
      ...row,
      accountId: account.accountId,
      kind: 'account-renamed',
      revision,
      before: { accountName: stored.account_name },
      after: { accountName },
      author: changeAuthor(context),
      at: clock.now(),
    })
    return response(revision)
  })
}

type Accounts = HandlerInput<typeof contract.updateAccountName>['body']['db']['account']

/** The command names one account (§7), which must be the one of the address. */
function nameOfAccount(
  accounts: Accounts,
  { accountId, fundId }: { accountId: string; fundId: number },
): string {
  const [named, ...others] = Object.entries(accounts)
  if (!named || others.length > 0) throw new Problem('account-mismatch')
  const [id, { attributes }] = named
  if (id !== accountId || attributes.fundId !== fundId) throw new Problem('account-mismatch')
  return attributes.accountName
}
