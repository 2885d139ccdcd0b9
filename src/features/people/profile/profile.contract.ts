import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { type noticeKinds, optionalNotices } from '../../../contract/notice-kinds.ts'
import { command, fundId } from '../../../contract/wire.ts'
import { namingCodes } from '../domain/naming.ts'

export const storedDetails = z.object({
  details: z.record(z.string(), z.string()),
  /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
})

/** A kind of notice that people may switch off. */
const kinds = optionalNotices as readonly [keyof typeof noticeKinds, ...(keyof typeof noticeKinds)[]]

const profile = z.object({
  ...storedDetails.shape,
  /** Null: as the form of a grant proposes. */
  grantNaming: z.nullable(z.enum(namingCodes)),
  notices: z.array(z.object({ kind: z.enum(kinds), label: z.string(), isOn: z.boolean() })),
  /** The account of the current book that opens at login; null: the one that was opened last or comes first. */
  defaultFundId: z.nullable(z.int()),
})
export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/my-profile',
  summary: 'Returns the caller’s name, contact details and preferences',
  access: 'signed-in',
  reply: profile,
})

export const setGrantNaming = endpoint({
  method: 'POST',
  path: '/api/my-profile/grant-naming',
  summary: 'Sets who the caller’s grants name to the charity unless they choose otherwise',
  access: 'signed-in',
  body: command(z.object({ grantNaming: z.enum(namingCodes) })),
  reply: z.object({}),
})

export const setNotice = endpoint({
  method: 'POST',
  path: '/api/my-profile/notices',
  summary: 'Switches a kind of notice on or off, where people may',
  access: 'signed-in',
  body: command(z.object({ kind: z.enum(kinds), isOn: z.boolean() })),
  reply: z.object({}),
})

export const setDefaultAccount = endpoint({
  method: 'POST',
  path: '/api/my-profile/default-account',
  summary: 'Sets the account of the current book that opens when the caller logs in',
  access: 'signed-in',
  body: command(z.object({ fundId: z.nullable(fundId) })),
  reply: z.object({}),
})
