import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { individual } from '../../contract/individual.ts'
import { oneLine } from '../../contract/typed-text.ts'
import { command, fewEntries, fundId, revisionFrom } from '../../contract/wire.ts'
import { acknowledgesTerms } from './account-name.contract.ts'

/** The advisor (§3, Individual). */
const advisor = z.object({
  /** The id that names the individual in the command. */
  rowIndex: z.string(),
  name: z.string(),
  details: z.record(z.string(), z.string()),
  /** Changes only at /my-profile/email, which verifies the address. Masked where the advisor does not share their contact. */
  email: z.nullable(z.string()),
  /** Null for people without ACCOUNT_DPA_PSID_VIEW. */
  ssoId: z.nullable(z.string()),
  legacyId2: z.nullable(z.string()),
  /** Whether the caller is the advisor. */
  isSelf: z.boolean(),
  hasLogin: z.boolean(),
  /** False: the advisor does not share their contact with this account, and only their name is here. */
  isShared: z.boolean(),
  /** Whether the caller may edit the details here. */
  mayEdit: z.boolean(),
  mayEditIds: z.boolean(),
  /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
  /** For how many accounts of this book the person is primary advisor. */
  accounts: z.int(),
})
export type Advisor = z.output<typeof advisor>

const primaryAdvisor = z.object({
  /** The account's id. */
  id: z.string(),
  /** Null: the account has none. */
  advisor: z.nullable(advisor),
  advisorMayGrant: z.boolean(),
  /** Of the account, for a change of advisorMayGrant. */
  accountRevision: z.int(),
})

const params = z.object({ fundId })

export const getPrimaryAdvisor = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/primary-advisor',
  summary: 'Returns the primary advisor of a fund account, with their contact details',
  access: 'ACCOUNT_DPA_VIEW',
  params,
  reply: primaryAdvisor,
})

/** §3's legacyId2, for people with ACCOUNT_DPA_PSID_UPDATE. */
export const maxLegacyIdLength = 40
export const legacyId2 = oneLine(maxLegacyIdLength)

/** Update primary advisor (§7). A conflict lists what others saved after `revision`. */
export const updatePrimaryAdvisor = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/primary-advisor',
  summary:
    'Changes the primary advisor’s contact details, and for the advisor their name; repeating it changes nothing',
  records: ['profile-changed', 'account-changed'],
  access: 'ACCOUNT_DPA_UPDATE',
  params,
  body: z.object({
    data: z.object({
      type: z.literal('command'),
      attributes: z.object({ acknowledgesTerms, revision: revisionFrom(0) }),
    }),
    db: z.object({
      account: z
        .record(
          z.uuid(),
          z.object({
            relationships: z.object({
              primaryAdvisor: z.object({ data: z.object({ type: z.literal('individual'), id: z.uuid() }) }),
            }),
          }),
        )
        .check(fewEntries),
      individual: z
        .record(z.uuid(), z.object({ attributes: individual, ids: z.optional(z.object({ legacyId2 })) }))
        .check(fewEntries),
    }),
  }),
  reply: primaryAdvisor,
})

/** §14: by a donor, or by staff who name the agency agreement. */
export const setAdvisorMayGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/primary-advisor/may-grant',
  summary: 'Allows the primary advisor to recommend grants from the account, or no longer',
  records: ['account-changed'],
  access: 'ADVISOR_GRANTING_SET',
  params,
  body: command(
    z.object({
      advisorMayGrant: z.boolean(),
      /** The agency agreement among the account's documents. Staff must name it; a donor's own word suffices. */
      agreementId: z.nullable(z.uuid()),
    }),
  ),
  reply: primaryAdvisor,
  stepUp: true,
})
