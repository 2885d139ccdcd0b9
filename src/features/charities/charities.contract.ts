import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { command, fundId, listOf, listQuery, money, wholeNumber } from '../../contract/wire.ts'
import { causes } from './domain/display/cause.ts'

const charityId = z.string().check(z.minLength(1, 'Choose a charity'), z.maxLength(40))

const eligibility = z.object({
  outcome: z.enum(['yes', 'no', 'person']),
  /** For people: a whole sentence. */
  sentence: z.string(),
})

/** Enough of a charity to tell it from another of nearly the same name (open-points 6). */
const charityBrief = z.object({
  charityId: z.string(),
  /** As the register has it; `charityName()` writes it for the eye. */
  name: z.string(),
  /** As people write it: 12-3456789, or the registered charity number. */
  taxId: z.string(),
  street: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
})
export type CharityBrief = z.output<typeof charityBrief>

const charityRow = z.object({
  ...charityBrief.shape,
  alsoKnownAs: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  eligibility,
  /** §4 and open-points 6: neither refused by the staff nor by the register's own codes. */
  canBeSelected: z.boolean(),
})
export type CharityRow = z.output<typeof charityRow>

const charityFound = z.object({
  ...charityRow.shape,
  /** How many others bear the same name, up to 20, and the first of them. */
  namesakes: z.int(),
  sharesNameWith: z.array(charityBrief),
})
export type CharityFound = z.output<typeof charityFound>

export const searchCharities = endpoint({
  method: 'GET',
  path: '/api/charities',
  summary: 'Charities by name, alias, tax id or town, forgiving of one typing error a word; best first',
  access: 'GRANT_VIEW',
  query: z.object({
    keywords: z._default(z.string().check(z.maxLength(200)), ''),
    state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'Use the two letters of a state'))),
    cause: z.optional(z.enum(Object.keys(causes) as [keyof typeof causes, ...(keyof typeof causes)[]])),
    first: z._default(wholeNumber(1, 50), 10),
  }),
  reply: z.object({ data: z.array(charityFound) }),
})

const charityDetails = z.object({
  ...charityRow.shape,
  website: z.nullable(z.string()),
  candidUrl: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  /** Absent where it is NONE (§9). */
  profileLevel: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  grossReceipts: z.nullable(money),
  totalAssets: z.nullable(money),
  defaultPaymentTypeCode: z.nullable(z.int()),
  /** §9: payment type code 16. */
  paysByEft: z.boolean(),
  inCharityList: z.boolean(),
  partyStatus: z.string(),
  partyGranteeStatus: z.string(),
  /** §8: its status forbids to show more than the name; what was granted to it can still be read. */
  detailsWithheld: z.boolean(),
})
export type CharityDetails = z.output<typeof charityDetails>

export const getFundCharity = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charities/{charityId}',
  summary:
    'A charity as a fund sees it: the register, what staff keep of it, and whether it is on the fund’s list',
  access: 'FUND_AC_DETAIL_VIEW',
  params: z.object({ fundId, charityId }),
  reply: charityDetails,
})

export const listCharityList = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-list',
  summary: 'The charities that a fund keeps at hand, by name, and whether each can be selected for a grant',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ first: listQuery.first, after: listQuery.after }),
  reply: listOf(charityRow),
})

/** §7 Set charity list. */
export const setCharityList = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-list',
  summary: 'Add a charity to a fund’s list or take it off; a repeat changes nothing',
  access: 'CHARITY_LIST_UPDATE',
  params: z.object({ fundId }),
  body: command(z.object({ charityId, inCharityList: z.boolean() })),
  reply: z.object({ charityId: z.string(), inCharityList: z.boolean() }),
})
