import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { missingReason, requiredLine } from '../../contract/required-text.ts'
import { command, fundId, listOf, listQuery, revisionFrom } from '../../contract/wire.ts'
import { acknowledgesTerms } from '../account-details/account-name.contract.ts'
import { maxStatusReasonLength } from '../account-details/account-status.contract.ts'
import { maxShares } from './domain/legacy-plan.ts'
import { shareToSave } from './domain/share-to-save.ts'

const params = z.object({ fundId })

const successor = z.object({
  /** The party that names the successor in the next version. */
  successorId: z.string(),
  name: z.string(),
  /** §3: 0 an individual successor, 1 a charitable beneficiary. */
  option: z.union([z.literal(0), z.literal(1)]),
  /** Hundredths of a percent. */
  shareHundredths: z.int(),
})
export type Successor = z.output<typeof successor>

const share = z.object({
  ...successor.shape,
  relation: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  yearOfBirth: z.nullable(z.int()),
  charityId: z.nullable(z.string()),
})

const version = z.object({
  version: z.int(),
  savedAt: z.string(),
  /** The person who saved it, or the sponsor's name if staff did. */
  savedBy: z.string(),
  /** The plan in one sentence. */
  words: z.string(),
  shares: z.array(share),
})

const legacyPlan = z.object({
  /** The account's id. */
  id: z.string(),
  /** The current version; null: none was saved. */
  current: z.nullable(version),
  words: z.string(),
  isEndowed: z.boolean(),
  /** The points to check, each in a sentence. */
  checkUp: z.array(z.string()),
  /** Why the caller cannot save the plan; null: they may. */
  violation: z.nullable(z.string()),
  /** Of the account; sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
})
export type LegacyPlan = z.output<typeof legacyPlan>

export const getLegacyPlan = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/legacy-plan',
  summary: 'Returns the legacy plan of a fund account, in plain words, with what needs attention',
  access: 'ACCOUNT_LEGACY_PLAN_VIEW',
  params,
  reply: legacyPlan,
})

/** Every version, newest first. */
export const listPlanVersions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/legacy-plan/versions',
  summary: 'Lists the versions of the legacy plan of a fund account, with who saved them and when',
  access: 'ACCOUNT_LEGACY_PLAN_VIEW',
  params,
  reply: z.object({ data: z.array(version) }),
})

/** Update legacy plan (§7): the whole plan. A conflict lists what others saved after `revision`. */
export const saveLegacyPlan = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/legacy-plan',
  summary: 'Saves a new version of the legacy plan of a fund account; repeating it changes nothing',
  access: 'ACCOUNT_LEGACY_PLAN_UPDATE',
  records: ['account-changed'],
  stepUp: true,
  params,
  body: command(
    z.object({
      acknowledgesTerms,
      revision: revisionFrom(1),
      /** Their shares add up to 100%, or there are none. */
      shares: z.array(shareToSave).check(z.maxLength(maxShares, `Name up to ${maxShares} successors`)),
      /** The donors' signed instruction among the account's documents. Staff must name it. */
      instructionId: z.nullable(z.uuid()),
    }),
  ),
  reply: legacyPlan,
})

export const endowmentReason = requiredLine(maxStatusReasonLength, missingReason)

/** Staff set that the fund is endowed, or no longer, with a reason (§17). */
export const setEndowment = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/legacy-plan/endowment',
  summary: 'Marks a fund account as endowed or not endowed; repeating it changes nothing',
  access: 'ACCOUNT_STATUS_SET',
  records: ['account-changed'],
  stepUp: true,
  params,
  body: command(
    z.object({
      isEndowed: z.boolean(),
      reason: endowmentReason,
      revision: revisionFrom(1),
    }),
  ),
  reply: legacyPlan,
})

/** The successors of the current plan (§2.8). */
export const listSuccessors = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/successors',
  summary: 'Lists the successors and charitable beneficiaries of a fund account with their shares',
  access: 'ACCOUNT_SUCCESSOR_VIEW',
  params,
  query: z.object(listQuery),
  reply: listOf(successor),
})

export const exportSuccessors = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/successors/export',
  summary: 'Exports the successors of a fund account as a workbook or as comma-separated values',
  access: 'ACCOUNT_SUCCESSOR_VIEW',
  params,
  query: z.object(exportQuery),
  reply: fileReply,
  file: true,
})
