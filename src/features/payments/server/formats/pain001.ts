import { create } from 'xmlbuilder2'
import { postalAddressOf } from '../../domain/postal-address.ts'
import { decimal, type FilePayment, type PaymentFile, sumOf } from './payment-file.ts'

/** The characters that every scheme of ISO 20022 accepts, and no others. */
const refused = /[^a-zA-Z0-9/\-?:().,'+ ]/g
const latin = (text: string, length: number) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replaceAll(refused, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, length)

/** Domestic UK transfers as ISO 20022 pain.001.001.09, one payment information, with structured addresses. */
export function writePain001(file: PaymentFile<'pain.001'>): string {
  const { runNumber, made, paymentOn, sponsor, settings, payments } = file
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
        Dbtr: { Nm: latin(sponsor, 140), PstlAdr: { Ctry: 'GB' } },
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
  const address = payeeAddress === null ? null : postalAddressOf(payeeAddress)
  if (address === null) throw new Error(`the payee of ${reference} has no address with a town`)
  return {
    PmtId: { EndToEndId: reference },
    Amt: { InstdAmt: { '@Ccy': currency, '#': decimal(amountMinor) } },
    CdtrAgt: agent(numbers.bank),
    Cdtr: {
      Nm: latin(payeeName, 140),
      PstlAdr: {
        ...(address.street === null ? {} : { StrtNm: latin(address.street, 70) }),
        ...(address.postcode === null ? {} : { PstCd: address.postcode }),
        TwnNm: latin(address.town, 35),
        Ctry: 'GB',
      },
    },
    CdtrAcct: account(numbers.account),
    RmtInf: { Ustrd: latin(`${reference} ${sponsor}`, 140) },
  }
}

const account = (number: string) => ({ Id: { Othr: { Id: number } } })
const agent = (sortCode: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: sortCode } },
})
