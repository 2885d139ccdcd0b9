import { asIsoDate } from '../domain/dates.ts'
import type { Client } from './client.ts'

type About = Pick<
  Client,
  'accountingMethod' | 'yearEndReturn' | 'fiscalYearStartsOn' | 'sponsor' | 'generalLedger'
>

/** The EIN in the words of a sponsor's number. */
export const einIn = /\b\d{2}-\d{7}\b/

/** Throws if a return would bear another method than the journal, no number of the sponsor, or a year that does not begin each year. */
export function checkYearEnd({
  accountingMethod,
  yearEndReturn,
  fiscalYearStartsOn,
  sponsor,
  generalLedger,
}: About): void {
  // 2001 has no February 29.
  if (asIsoDate(`2001-${fiscalYearStartsOn}`) === null)
    throw new Error(`fiscalYearStartsOn has to be a day of every year as MM-DD, not ${fiscalYearStartsOn}`)
  if (yearEndReturn === 'form-990' && !einIn.test(sponsor.number))
    throw new Error('a Form 990 needs the sponsor’s EIN in sponsor.number, such as EIN 99-9000001')
  if (!/\d/.test(sponsor.number) || sponsor.legalName.trim() === '')
    throw new Error('the sponsor needs its legal name and its number')
  if (generalLedger && (generalLedger.accounts.grant_approved !== null) !== (accountingMethod === 'accrual'))
    throw new Error(
      'accountingMethod contradicts generalLedger: a journal books approved grants by accrual, and only then',
    )
}
