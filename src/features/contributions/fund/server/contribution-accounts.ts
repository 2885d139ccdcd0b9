import type { Book, Client } from '../../../../clients/client.ts'
import { clientOfBook } from '../../../../clients/clients.ts'
import { invariant } from '../../../../domain/invariant.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import type { WayToGive } from '../../domain/announcement.ts'
import type { InstructionFact } from '../announcements.contract.ts'

type Fund = { fundId: number; accountName: string }

const copied = (label: string, value: string): InstructionFact => ({ label, value, isCopied: true })
const read = (label: string, value: string): InstructionFact => ({ label, value, isCopied: false })

/** What a bank, a custodian or another sponsor has to know to send something to the fund. A book that others show has the accounts of its own client. */
export function instructionFacts(way: WayToGive, fund: Fund, book: Book, client: Client): InstructionFact[] {
  const { contributionAccounts: accounts, displayName, support } = clientOfBook(book.name)
  invariant(accounts !== null, 'a book that receives contributions has accounts for them')
  const { bank, custody } = accounts
  const address = [displayName, ...support.address].join(', ')
  const toBank = [
    copied('Account name', displayName),
    read('Bank', bank.bankName),
    copied(
      custody.system === 'dtc' ? 'Routing number' : 'Sort code',
      bankCode(bank.bankCode, custody.system),
    ),
    copied('Account number', bank.accountNumber),
  ]
  const toCustodian = [
    copied('Account name', displayName),
    read('Custodian', custody.custodian),
    copied(custody.system === 'dtc' ? 'DTC number' : 'CREST participant ID', custody.participant),
    copied('Account number', custody.accountNumber),
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
        copied(localEnglish('Make the cheque payable to', client.locale), displayName),
        copied(localEnglish('Write on the cheque', client.locale), String(fund.fundId)),
        copied('Send it to', address),
      ]
    case 'securities':
    case 'fund-shares':
      return [...toCustodian, credit]
    case 'sponsor':
      return [copied('Organization', displayName), copied('Address', address), ...toBank, credit].map(
        fact => ({
          ...fact,
          label: localEnglish(fact.label, client.locale),
        }),
      )
  }
}

/** `00-00-01`: how a sort code is read. */
const bankCode = (code: string, system: 'dtc' | 'crest'): string =>
  system === 'crest' ? code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3') : code
