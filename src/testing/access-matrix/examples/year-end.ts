import * as contract from '../../../features/year-end/year-end.contract.ts'
import { type Example, example, name } from './example.ts'

const needs = ['REPORT_EXPORT', 'AUDIT_VIEW']
// The year of the fixture's contributions in both countries.
const list = async () => ({ query: { first: 500, year: 2025 } })
const file = async () => ({ query: { format: 'csv', year: 2025 } }) as const

export const yearEndExamples: readonly Example[] = [
  example(contract.getYearEnd, {
    needs,
    sent: async () => ({ query: { year: 2025 } }),
    contains: () => 'legalName',
  }),
  example(contract.listYearEndFunds, { needs, sent: list, contains: name }),
  example(contract.exportYearEndFunds, { needs, sent: file, contains: name }),
  example(contract.listYearEndGrantees, { needs, sent: list }),
  example(contract.exportYearEndGrantees, { needs, sent: file }),
  example(contract.listYearEndContributors, { needs, sent: list }),
  example(contract.exportYearEndContributors, { needs, sent: file }),
  example(contract.listYearEndGrants, { needs, sent: list }),
  example(contract.exportYearEndGrants, { needs, sent: file }),
  example(contract.listYearEndContributions, { needs, sent: list, contains: name }),
  example(contract.exportYearEndContributions, { needs, sent: file, contains: name }),
]
