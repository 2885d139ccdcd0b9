import { entriesOf } from '../../../domain/keys-of.ts'

/**
 * Why a payment was not made or came back, by the codes of ISO 20022 (external status and return reasons), of the Nacha Operating Rules
 * (appendix 4) and of Bacs (ARUCS). `sponsor`: our file, our account or the way to the bank, so that the grant is paid again as it is; the others are about the
 * payee, so that the grant ends as returned.
 */
type Cause = 'sponsor' | 'payee-details' | 'payee-declined' | 'duplicate' | 'other'

const causes: Readonly<Record<Exclude<Cause, 'other'>, readonly string[]>> = {
  sponsor: [
    // our account
    ...['AC02', 'AC05', 'AC10', 'AC13', 'DNOR', 'RC03', 'RC06', 'RC09', 'BE05', 'BE07', 'BE10', 'BE16'],
    // what our file lacks about the payee, or says in a form that the bank does not accept
    ...['BE04', 'BE11', 'RR01', 'RR02', 'RR03', 'RR10', 'RR11', 'RR12', 'AG02', 'AG03', 'RC05', 'RC11'],
    // settlement, cancellation by us
    ...['ED01', 'ED03', 'ED05', 'ED06', 'CUST', 'ARUCS-C', 'CURR', 'DUPL', 'NOCM', 'NERI', 'SL01', 'ID01'],
  ],
  'payee-details': [
    ...['AC01', 'AC03', 'AC04', 'AC06', 'AC07', 'AC08', 'AC09', 'AC11', 'AC12', 'AC14', 'AC15', 'AC16'],
    ...['AG01', 'AGNT', 'BE01', 'BE06', 'BE17', 'CNOR', 'RC01', 'RC02', 'RC04', 'RC07', 'RC08', 'RC10'],
    ...['ARUCS-0', 'ARUCS-2', 'ARUCS-3', 'ARUCS-5', 'ARUCS-B'],
    ...['R02', 'R03', 'R04', 'R12', 'R13', 'R16', 'R17', 'R20', 'R22', 'R28', 'R34'],
  ],
  'payee-declined': ['MS02', 'SL02', 'R10', 'R23', 'R29', 'R31'],
  duplicate: ['R24', 'UPAY'],
}

/** Codes of which all members are about a file or its amounts: AM04 insufficient funds, FF01 file format, DT01 date, AB05 timeout. */
const sponsorFamilies = /^(AB|AM|CH|DS|DT|FF|TA|TD|TM|TS)\w\w$/

const causeByCode = new Map<string, Cause>(
  entriesOf(causes).flatMap(([cause, codes]) => codes.map(code => [code, cause] as const)),
)

const causeOf = (code: string): Cause =>
  causeByCode.get(code) ?? (sponsorFamilies.test(code) ? 'sponsor' : 'other')

/** Whether a payment was refused for a reason that is ours, by any of the bank's codes. */
export const isOursToMend = (codes: readonly string[]): boolean =>
  codes.some(code => causeOf(code) === 'sponsor')

/** The bank’s codes in words, for staff: those that banks give for credit transfers. */
const words: Readonly<Record<string, string>> = {
  AC01: 'Incorrect account number',
  AC02: 'Invalid debtor account',
  AC03: 'Invalid creditor account',
  AC04: 'Account closed',
  AC05: 'Debtor account closed',
  AC06: 'Account blocked',
  AG01: 'Not allowed on this account',
  AM01: 'Zero amount',
  AM02: 'Amount not allowed',
  AM03: 'Currency not allowed',
  AM04: 'Insufficient funds',
  AM05: 'Duplicate',
  AM09: 'Wrong amount',
  AM10: 'Control sum does not agree',
  BE01: 'Name and account do not agree',
  BE04: 'Creditor address missing',
  CUST: 'Requested by the customer',
  DT01: 'Invalid date',
  DUPL: 'Duplicate',
  ED05: 'Settlement failed',
  FF01: 'Invalid file format',
  MS02: 'Refused by the customer, no reason given',
  MS03: 'Refused by the bank, no reason given',
  RC01: 'Incorrect bank identifier',
  RC04: 'Invalid creditor bank',
  RR03: 'Creditor name or address missing',
  RR04: 'Regulatory reason',
  RR10: 'Invalid characters',
  TM01: 'After the cutoff',
}

/** `AM04 Insufficient funds`: the code of a status report with its meaning, where it is known. */
export const reasonInWords = (code: string): string =>
  words[code] === undefined ? code : `${code} ${words[code]}`

/** The texts for donors. Only staff see the bank's own words, which may be about the charity's account. */
const texts: Readonly<Record<Cause, string>> = {
  'payee-details':
    'The bank could not pay the amount into the account that we have for the charity. We are asking the charity for new bank details.',
  'payee-declined':
    'The payment came back because it was not accepted for the charity. We are asking the charity why.',
  duplicate:
    'The bank sent the payment back because it took it for one that the charity already had. We are checking this.',
  sponsor: 'The bank sent the payment back. This was not the charity’s doing, and we are finding out why.',
  other: 'The payment came back to us. We are finding out why.',
}

/** What a donor reads about a returned payment, by the bank's codes. */
export function returnText(codes: readonly string[]): string {
  const [cause = 'other'] = codes.map(causeOf).filter(each => each !== 'other')
  return texts[cause]
}
