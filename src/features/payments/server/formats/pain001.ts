import { create } from 'xmlbuilder2'
import { bankText } from '../../../charity-profiles/domain/bank-text.ts'
import { postalAddressOf } from '../../domain/postal-address.ts'
import { decimal, type FilePayment, type PaymentFile, sumOf } from './payment-file.ts'

const latin = (text: string, length: number) =>
  bankText(bankText(text, 'pain.001').slice(0, length), 'pain.001')

/** Domestic UK transfers as ISO 20022 pain.001.001.09, one payment information, with structured addresses. */
export function writePain001(file: PaymentFile<'pain.001'>): string {
  const { runNumber, made, paymentOn, sponsor, sponsorAddress, settings, payments } = file
  const runId = `RUN-${runNumber}`
  const control = { NbOfTxs: payments.length, CtrlSum: decimal(sumOf(payments)) }
  const document = {
    '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: runId,
        CreDtTm: `${made}:00`,
        ...control,
        InitgPty: { Nm: latin(sponsor, 140) },
      },
      PmtInf: {
        PmtInfId: runId,
        PmtMtd: 'TRF',
        BtchBookg: false,
        ...control,
        ReqdExctnDt: { Dt: paymentOn },
        Dbtr: { Nm: latin(sponsor, 140), PstlAdr: addressOf(sponsorAddress, 'the sponsor') },
        DbtrAcct: account(settings.accountNumber),
        DbtrAgt: agent(settings.sortCode),
        CdtTrfTxInf: payments.map(payment => transfer(payment, file)),
      },
    },
  }
  return create({ version: '1.0', encoding: 'UTF-8' }, { Document: document }).end({ prettyPrint: true })
}

/** @throws Error without a town, which the check of the run refuses first. */
function transfer(
  { reference, amountMinor, payeeName, payeeAddress, numbers }: FilePayment,
  { sponsor, currency }: Pick<PaymentFile<'pain.001'>, 'sponsor' | 'currency'>,
) {
  return {
    PmtId: { EndToEndId: reference },
    Amt: { InstdAmt: { '@Ccy': currency, '#': decimal(amountMinor) } },
    CdtrAgt: agent(numbers.bank),
    Cdtr: {
      Nm: latin(payeeName, 140),
      PstlAdr: addressOf(payeeAddress ?? '', `the payee of ${reference}`),
    },
    CdtrAcct: account(numbers.account),
    RmtInf: { Ustrd: latin(`${reference} ${sponsor}`, 140) },
  }
}

/** @throws Error without a town, which the check of the run refuses first. */
function addressOf(text: string, whose: string) {
  const address = postalAddressOf(text)
  const town = address === null ? '' : latin(address.town, 35)
  if (address === null || town === '') throw new Error(`${whose} has no address with a town`)
  const street = latin(address.street ?? '', 70)
  const postcode = latin(address.postcode ?? '', 16)
  return {
    ...(street === '' ? {} : { StrtNm: street }),
    ...(postcode === '' ? {} : { PstCd: postcode }),
    TwnNm: town,
    Ctry: 'GB',
  }
}

const account = (number: string) => ({ Id: { Othr: { Id: number } } })
const agent = (sortCode: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: sortCode } },
})
