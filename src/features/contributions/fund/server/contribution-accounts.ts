import type { Book, Client } from '../../../../clients/client.ts'
import { clientOfBook } from '../../../../clients/clients.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { invariant } from '../../../../domain/invariant.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { needsInstruction, type WayToGive, waysToGive } from '../../domain/announcement.ts'
import type { InstructionFact } from '../announcements.contract.ts'

type Fund = { fundId: number; accountName: string }

const copied = (label: string, value: string): InstructionFact => ({ label, value, isCopied: true })
const read = (label: string, value: string): InstructionFact => ({ label, value, isCopied: false })

const accountsOf = (book: Pick<Book, 'name'>) => {
  const { contributionAccounts } = clientOfBook(book.name)
  invariant(contributionAccounts !== null, 'a book that receives contributions has accounts for them')
  return contributionAccounts
}

/** How donors send to a book what they give: securities only to a custodian. */
export const waysInBook = (book: Pick<Book, 'name'>): WayToGive[] =>
  waysToGive.filter(way => accountsOf(book).custody !== null || !needsInstruction(way))

/** Throws `validation` for a way in which nothing can be sent to the book. */
export function requirePossibleWay(way: WayToGive, book: Pick<Book, 'name'>): void {
  if (!waysInBook(book).includes(way)) throw fieldProblem('way', 'Choose how you will give')
}

/**
 * What a bank, a custodian or another sponsor has to know to send something to the fund. A book that others show has the accounts of its own
 * client. Throws `conflict` for securities where the sponsor has no custodian any more.
 */
export function instructionFacts(way: WayToGive, fund: Fund, book: Book, client: Client): InstructionFact[] {
  const { sponsor, support } = clientOfBook(book.name)
  const { bank, custody } = accountsOf(book)
  // Banks compare this name with that of the account, which is the organization's and not that of its portal.
  const holder = sponsor.legalName
  const address = [holder, ...support.address].join(', ')
  const toBank = [
    copied('Account name', holder),
    read('Bank', bank.bankName),
    isSortCode(bank.bankCode)
      ? copied('Sort code', withHyphens(bank.bankCode))
      : copied('Routing number', bank.bankCode),
    copied('Account number', bank.accountNumber),
  ]
  const credit = copied(
    way === 'sponsor' ? 'For the fund' : 'For further credit to',
    `${fund.accountName}, ${fund.fundId}`,
  )
  switch (way) {
    case 'wire':
      return [...toBank, credit]
    case 'check':
      return [
        copied(localEnglish('Make the cheque payable to', client.locale), holder),
        copied(localEnglish('Write on the cheque', client.locale), String(fund.fundId)),
        copied('Send it to', address),
      ]
    case 'securities':
    case 'fund-shares':
      if (custody === null)
        throw new Problem('conflict', { detail: 'We can’t receive securities now. Please call us.' })
      return [
        copied('Account name', holder),
        read('Custodian', custody.custodian),
        copied(custody.system === 'dtc' ? 'DTC number' : 'CREST participant ID', custody.participant),
        copied('Account number', custody.accountNumber),
        credit,
      ]
    case 'sponsor':
      return [copied('Organization', holder), copied('Address', address), ...toBank, credit].map(fact => ({
        ...fact,
        label: localEnglish(fact.label, client.locale),
      }))
  }
}

/** A sort code has six digits, a routing number nine. */
const isSortCode = (code: string): boolean => code.length === 6

/** `00-00-01`: how a sort code is read. */
const withHyphens = (code: string): string => code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
