import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { listQuery, money, searchKeywords, wholeNumber } from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'
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
  /** Where its logo is; null for none. */
  logoUrl: z.nullable(z.string()),
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

export const invalidState = 'Enter a two-letter state code'

export const searchCharities = endpoint({
  method: 'GET',
  path: '/api/charities',
  summary:
    'Charities by name, alias, tax id or town, allowing abbreviations and one typing error in each word; best match first',
  access: 'GRANT_VIEW',
  query: z.object({
    keywords: z._default(searchKeywords, ''),
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

export const charityDetails = z.object({
  ...charityRow.shape,
  website: z.nullable(z.string()),
  candidUrl: z.nullable(z.string()),
  /** Null where it is NONE (§9). */
  profileLevel: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  grossReceipts: z.nullable(money),
  totalAssets: z.nullable(money),
  defaultPaymentTypeCode: z.nullable(z.int()),
  /** Whether the payment type code is 16 (§9). */
  paysByEft: z.boolean(),
  partyStatus: z.string(),
  partyGranteeStatus: z.string(),
  /** Whether its status allows only the name to be shown; its grants stay visible (§8). */
  detailsWithheld: z.boolean(),
  /** Others of the same name, at most five. */
  sharesNameWith: z.array(charityBrief),
})
export type CharityDetails = z.output<typeof charityDetails>
