import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import {
  currency,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../../contract/wire.ts'
import { waysToGive } from '../domain/announcement.ts'
import { contributionStates, documentStates } from '../domain/contribution.ts'
import { receiptStates } from '../domain/receipt.ts'
import { fundContributionKinds } from './domain/fund-contribution.ts'

const asset = z.object({ ticker: z.nullable(z.string()), description: z.string(), quantity: z.string() })

const fundContribution = z.object({
  /** Of the contribution, or of the entry of the ledger that no contribution led to. */
  id: z.uuid(),
  /** The number that people quote. */
  transactionId: z.int(),
  /** The date of the gift; until it arrived, the day on which it was announced or entered. */
  date: isoDate,
  kind: z.enum(fundContributionKinds),
  /** How the donor sends it; null for what was not announced. */
  way: z.nullable(z.enum(waysToGive)),
  /** What was credited, or what is expected; null for securities that have not arrived. */
  amountMinor: z.nullable(money),
  assets: z.array(asset),
  state: z.enum(contributionStates),
  sendsOn: z.nullable(isoDate),
  sentFrom: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Of what was announced, for the command that changes it. */
  revision: z.int(),
  /** The latest document to sign; null: none, or the caller may not read documents. */
  document: z.nullable(z.enum(documentStates)),
  /** The latest receipt; null: none was issued, or the caller may not read it. */
  receipt: z.nullable(
    z.object({
      /** `Receipt 2026-000012`; an acknowledgment where the payer may not deduct the gift. */
      name: z.string(),
      state: z.enum(receiptStates),
      /** Null until its file is stored. */
      documentId: z.nullable(z.uuid()),
    }),
  ),
  /** Whether the caller can change what was announced, and cancel it. */
  mayChange: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type FundContribution = z.output<typeof fundContribution>

const filter = {
  /** The number of a contribution, or a part of what it is or where it comes from. */
  keywords: z._default(searchKeywords, ''),
  state: z.optional(z.enum(contributionStates)),
  kind: z.optional(z.enum(fundContributionKinds)),
  year: z.optional(wholeNumber(1990, 2200)),
}

export const listFundContributions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contributions',
  summary: 'Lists what was given to a fund, and what is announced or expected, newest first',
  access: 'FUND_CONTRIBUTION_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(fundContribution),
})

export const exportFundContributions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contributions/export',
  summary: 'Exports the contributions to a fund as a workbook or as comma-separated values',
  access: 'FUND_CONTRIBUTION_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

const yearSum = z.object({ year: z.int(), amountMinor: money, contributions: z.int() })

const years = {
  /** January to December, the US tax year. */
  calendar: z.array(yearSum),
  /** From April 6, the UK tax year; `year` is that in which it begins. */
  british: z.array(yearSum),
}

export const getContributionYears = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contributions/years',
  summary: 'Returns what a fund received by the date of the gift, in calendar years and in UK tax years',
  access: 'FUND_CONTRIBUTION_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    ...years,
    /** The same of the accounts that its donors have in the client’s other book, which the caller may see. */
    elsewhere: z.array(z.object({ fundId: z.int(), accountName: z.string(), currency, ...years })),
  }),
})
