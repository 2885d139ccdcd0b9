import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fewEntries, fundId, fundNumber, revisionFrom } from '../../contract/wire.ts'
import { accountName } from './domain/account-name.ts'

const stored = z.object({
  /** The account's id, which names it in the command. */
  id: z.string(),
  /** Without the status that the display rule of §3 adds. */
  accountName: z.string(),
  /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
})
export type StoredAccountName = z.output<typeof stored>

export const getAccountName = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/account-name',
  summary: 'Returns the name of a fund account, to be edited',
  access: 'ACCOUNT_UPDATE_VIEW',
  params: z.object({ fundId }),
  reply: stored,
})

/** 'I acknowledge the terms' (§2.9), which each of the update forms requires (§5). */
export const acknowledgesTerms = z.literal(true, 'Acknowledge the terms')

/** Update account name (§7). A conflict lists what others saved after `revision`. */
export const updateAccountName = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/account-name',
  summary: 'Renames a fund account at once; repeating it changes nothing',
  records: ['account-changed'],
  access: 'ACCOUNT_DETAILS_UPDATE',
  params: z.object({ fundId }),
  body: z.object({
    data: z.object({
      type: z.literal('command'),
      attributes: z.object({ acknowledgesTerms, revision: revisionFrom(1) }),
    }),
    db: z.object({
      account: z
        .record(z.uuid(), z.object({ attributes: z.object({ fundId: fundNumber, accountName }) }))
        .check(fewEntries),
    }),
  }),
  reply: stored,
})
