import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import {
  atMost,
  charityId,
  command,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { purposeCodes } from '../grants/domain/purpose.ts'
import { namingCodes } from '../people/domain/naming.ts'
import { causes } from './domain/cause.ts'

export const eligibility = z.object({
  outcome: z.enum(['yes', 'no', 'person']),
  /** A whole sentence for people. */
  sentence: z.string(),
})

/** Enough to tell two charities of similar names apart (§13). */
export const charityBrief = z.object({
  charityId: z.string(),
  /** As the register spells it; `charityName()` formats it for people. */
  name: z.string(),
  /** Formatted: 12-3456789, or the registered charity number. */
  taxId: z.string(),
  street: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
})
export type CharityBrief = z.output<typeof charityBrief>

export const charityRow = z.object({
  ...charityBrief.shape,
  alsoKnownAs: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  eligibility,
  /** Whether neither the staff nor the register's codes rule out a grant (§4). */
  canBeSelected: z.boolean(),
})
export type CharityRow = z.output<typeof charityRow>

const charityFound = z.object({
  ...charityRow.shape,
  /** How many others have the same name, up to 20, whether there are even more, and the first of them. */
  namesakes: z.int(),
  hasMoreNamesakes: z.boolean(),
  sharesNameWith: z.array(charityBrief),
})
export type CharityFound = z.output<typeof charityFound>

const keywords = z._default(searchKeywords, '')

export const invalidState = 'Enter a two-letter state code'

export const searchCharities = endpoint({
  method: 'GET',
  path: '/api/charities',
  summary:
    'Charities by name, alias, tax id or town, allowing abbreviations and one typing error in each word; best match first',
  access: 'GRANT_VIEW',
  query: z.object({
    keywords,
    state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, invalidState))),
    cause: z.optional(z.enum(keysOf(causes))),
    first: z._default(wholeNumber(1, 50), 10),
    after: listQuery.after,
  }),
  reply: z.object({
    data: z.array(charityFound),
    meta: z.object({
      /** `some-words`: no charity has all words, so these are the nearest. */
      matches: z.enum(['all-words', 'some-words']),
      next: z.nullable(z.string()),
    }),
  }),
})

export const searchOwnCharities = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/own-charities',
  summary:
    'Lists the charities on a fund’s list or with a grant from it that match all words; best match first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ keywords, first: z._default(wholeNumber(1, 50), 10) }),
  reply: z.object({ data: z.array(charityRow) }),
})

const charityDetails = z.object({
  ...charityRow.shape,
  website: z.nullable(z.string()),
  candidUrl: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  /** Null where it is NONE (§9). */
  profileLevel: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  grossReceipts: z.nullable(money),
  totalAssets: z.nullable(money),
  defaultPaymentTypeCode: z.nullable(z.int()),
  /** Whether the payment type code is 16 (§9). */
  paysByEft: z.boolean(),
  inCharityList: z.boolean(),
  partyStatus: z.string(),
  partyGranteeStatus: z.string(),
  /** Whether its status allows only the name to be shown; its grants stay visible (§8). */
  detailsWithheld: z.boolean(),
  /** Others of the same name, at most five. */
  sharesNameWith: z.array(charityBrief),
})
export type CharityDetails = z.output<typeof charityDetails>

export const getFundCharity = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charities/{charityId}',
  summary:
    'Returns a charity for a fund: register data, the staff’s profile, and whether it is on the fund’s list',
  access: 'FUND_AC_DETAIL_VIEW',
  params: z.object({ fundId, charityId }),
  reply: charityDetails,
})

const listedCharity = z.object({
  ...charityRow.shape,
  note: z.nullable(z.string()),
  /** Why it needs attention: what changed in the register since it was saved. */
  flag: z.nullable(z.string()),
  addedDate: isoDate,
  /** The fund's last grant to it, apart from those that were cancelled or rejected. */
  lastGrant: z.nullable(
    z.object({
      grantId: z.uuid(),
      date: isoDate,
      amountMinor: money,
      purposeCode: z.enum(purposeCodes),
      purposeText: z.nullable(z.string()),
      namingCode: z.enum(namingCodes),
    }),
  ),
  /** What the fund paid to it, net of returned grants. */
  totalMinor: money,
})
export type ListedCharity = z.output<typeof listedCharity>

export const listCharityList = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-list',
  summary:
    'Lists the charities on a fund’s list with notes, grants, and what changed in the register since they were saved',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ first: listQuery.first, after: listQuery.after, sort: listQuery.sort }),
  reply: listOf(listedCharity),
})

export const exportCharityList = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-list/export',
  summary: 'Exports the charities on a fund’s list',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object(exportQuery),
  reply: fileReply,
  file: true,
})

export const maxNoteLength = 500

export const setCharityNote = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-list/note',
  summary: 'Writes the note of a charity on a fund’s list; an empty one removes it',
  access: 'CHARITY_LIST_UPDATE',
  params: z.object({ fundId }),
  body: command(
    z.object({
      charityId,
      note: z.string().check(z.trim(), atMost(maxNoteLength)),
    }),
  ),
  reply: z.object({ charityId: z.string(), note: z.nullable(z.string()) }),
})

/** Set charity list (§7). */
export const setCharityList = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-list',
  summary: 'Adds a charity to a fund’s list or removes it; a repeat changes nothing',
  access: 'CHARITY_LIST_UPDATE',
  params: z.object({ fundId }),
  body: command(z.object({ charityId, inCharityList: z.boolean() })),
  reply: z.object({ charityId: z.string(), inCharityList: z.boolean() }),
})
