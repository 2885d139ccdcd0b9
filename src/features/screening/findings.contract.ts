import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredLine, requiredReason } from '../../contract/required-text.ts'
import { command, isoDate, listOf, listQuery } from '../../contract/wire.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { findingStates, findingSteps } from './domain/finding.ts'
import { similarityOf } from './domain/word-similarity.ts'

const findingId = z.uuid()

const finding = z.object({
  findingId,
  state: z.enum(findingStates),
  /** `payer`: who paid a contribution under a name that none of the account's people has. */
  subjectKind: z.enum(['charity', 'person', 'payer']),
  /** A charity's id; null for others. */
  charityId: z.nullable(z.string()),
  ourName: z.string(),
  list: z.enum(['ofac', 'uk']),
  listedName: z.string(),
  /** From 0 to 1. */
  score: z.number(),
  foundAt: z.string(),
  /** When somebody last took a step about it; null: nobody has. */
  decidedAt: z.nullable(z.string()),
  /** The last day for the report of what was confirmed; null for others. */
  reportBy: z.nullable(isoDate),
  /** When it was reported last; null: it was not, since it was confirmed. */
  reportedOn: z.nullable(isoDate),
})
export type Finding = z.output<typeof finding>

const decision = z.object({
  step: z.int(),
  from: z.enum(findingStates),
  to: z.enum(findingStates),
  byName: z.string(),
  at: z.string(),
  reason: z.string(),
})

/** The entry as it was listed when it was found. */
export const findingEntry = z.object({
  number: z.string(),
  kind: z.string(),
  names: z.array(z.string()),
  birthYears: z.array(z.number()),
  countries: z.array(z.string()),
  programs: z.array(z.string()),
})

/** The words that agree and how, those of either side that do not, and what moved the score. */
export const findingWorking = z.object({
  pairs: z.array(z.object({ ours: z.string(), listed: z.string(), how: z.enum(keysOf(similarityOf)) })),
  ourUnmatched: z.array(z.string()),
  listedUnmatched: z.array(z.string()),
  adjustments: z.array(
    z.object({ reason: z.enum(['birth-year', 'other-birth-year', 'country', 'weak-alias']), by: z.number() }),
  ),
})

const report = z.object({ reportedOn: isoDate, reference: z.string(), byName: z.string(), at: z.string() })

const findingDetails = z.extend(finding, {
  entry: findingEntry,
  working: findingWorking,
  matcherVersion: z.int(),
  /** The year of birth of the person when they were found; null where nobody had entered one. */
  birthYear: z.nullable(z.int()),
  /** The application of this book whose person it is; null where it is another person, or a charity. */
  applicationId: z.nullable(z.uuid()),
  /** The grants of this book that have not left because of it, at most 50, and the accounts of a person or payer. */
  grants: z.array(z.object({ grantId: z.uuid(), transactionId: z.string(), accountName: z.string() })),
  accounts: z.array(z.object({ fundId: z.int(), accountName: z.string() })),
  decisions: z.array(decision),
  reports: z.array(report),
  /** The steps that its state allows, each with why the caller may not take it, as a sentence; null if they may. */
  steps: z.array(z.object({ step: z.enum(keysOf(findingSteps)), refusal: z.nullable(z.string()) })),
})
export type FindingDetails = z.output<typeof findingDetails>

export const findingViews = ['to-decide', 'to-report', 'confirmed', 'decided'] as const

const search = { view: z._default(z.enum(findingViews), 'to-decide') }

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/screening-findings',
  summary:
    'Lists the names of the realm that resemble an entry of a sanctions list: those that wait for a decision or a report, the oldest first, confirmed or decided ones, the latest first',
  access: 'SANCTIONS_SCREEN',
  query: z.object({ ...listQuery, ...search }),
  reply: listOf(finding),
})

export const exportFindings = endpoint({
  method: 'GET',
  path: '/api/screening-findings/export',
  summary: 'Exports the findings of a view as a workbook or as comma-separated values',
  access: 'SANCTIONS_SCREEN',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})

export const getFinding = endpoint({
  method: 'GET',
  path: '/api/screening-findings/{findingId}',
  summary: 'Returns a finding with both names, what agrees, the entry, what depends on it and the decisions',
  access: 'SANCTIONS_SCREEN',
  params: z.object({ findingId }),
  reply: findingDetails,
})

export const decideFinding = endpoint({
  method: 'POST',
  path: '/api/screening-findings/{findingId}/decide',
  summary:
    'Decides about a finding. That both names are the same, and that it is lifted, takes two people; nobody decides who approved a grant that depends on it',
  access: 'SANCTIONS_DECIDE',
  records: ['finding-decided'],
  stepUp: true,
  params: z.object({ findingId }),
  body: command(z.object({ step: z.enum(keysOf(findingSteps)), reason: requiredReason })),
  reply: findingDetails,
})

export const missingReference = 'Enter the reference of the report'

/** What the authority calls the report, and the day on which it was sent. */
export const findingReport = z.object({
  reportedOn: isoDate,
  reference: requiredLine(100, missingReference),
})

export const recordFindingReport = endpoint({
  method: 'POST',
  path: '/api/screening-findings/{findingId}/reports',
  summary:
    'Records that a confirmed finding was reported to the authority. The same report again changes nothing',
  access: 'SANCTIONS_DECIDE',
  records: ['finding-reported'],
  params: z.object({ findingId }),
  body: command(findingReport),
  reply: findingDetails,
})

export const downloadFindingRecord = endpoint({
  method: 'GET',
  path: '/api/screening-findings/{findingId}/record',
  summary:
    'Returns the record of a finding as a PDF: both names, the entry, the comparison, what depends on it, decisions and reports',
  access: 'SANCTIONS_SCREEN',
  records: ['file-exported'],
  params: z.object({ findingId }),
  reply: fileReply,
  file: true,
})
