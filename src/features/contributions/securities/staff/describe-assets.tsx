import * as z from 'zod/mini'
import { formatDate, type IsoDate } from '../../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../../domain/money.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../../web/client-context/client-english.ts'
import type { PostingRequest } from '../../../posting-requests/posting-requests.contract.ts'
import { assetText } from '../../domain/contribution.ts'
import { methodTexts } from '../../domain/payer.ts'
import { payerItems } from '../../staff/describe-receipt.tsx'
import { propertyLabels, workingOf } from '../domain/gift-value.ts'
import { filedDisposal, filedReversal, receivedAssets } from '../holdings.contract.ts'

const settings = () => clientContext().clientSettings
const day = (date: IsoDate) => formatDate(date, settings().locale)
const fund = ({ accountName, fundId }: PostingRequest) => ({
  term: 'Fund',
  description: `${accountName}, Account ID ${fundId}`,
})

/** The receipt of assets among the commands that wait for a second person: each line with its working. */
export function describeAssets(request: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { lines, giftDate, effectiveDate, payer, method } = z.decode(receivedAssets, request.details as never)
  const currency = clientContext().currentDbHeader
  const { locale } = settings()
  return {
    subject: request.accountName ?? '',
    items: [
      fund(request),
      ...lines.flatMap(line => [
        {
          term: 'Asset',
          description: [
            assetText({ ticker: null, ...line }, locale),
            propertyLabels[line.property],
            ...(line.identifier === null ? [] : [line.identifier.number]),
          ].join(', '),
        },
        {
          term: 'Gift value',
          description: [...workingOf(line.valuation, line.quantity, { currency, locale }), line.source].join(
            '; ',
          ),
        },
      ]),
      ...(payer === undefined
        ? [{ term: 'Payer', description: 'The donors of the account' }]
        : payerItems(payer)),
      { term: 'How it came', description: inClientEnglish(methodTexts[method].label) },
      { term: 'Date of gift', description: day(giftDate) },
      { term: 'Effective date', description: day(effectiveDate) },
    ],
  }
}

/** A sale or a release among them. */
export function describeDisposal(request: PostingRequest) {
  // As above.
  const disposal = z.decode(filedDisposal, request.details as never)
  const { locale } = settings()
  // A page of staff is in a book, whose currency it shows.
  const money = (minor: bigint) => formatMoney(minor, clientContext().currentDbHeader as Currency, locale)
  const asset = assetText(
    { ticker: null, description: disposal.description, quantity: disposal.units },
    locale,
  )
  return {
    subject: request.accountName ?? '',
    items: [
      fund(request),
      { term: disposal.kind === 'sale' ? 'Sold' : 'Released at gift value', description: asset },
      ...(disposal.kind === 'sale'
        ? [
            { term: 'Proceeds before costs', description: money(disposal.proceedsMinor) },
            { term: 'Costs', description: money(disposal.costMinor) },
            { term: 'Day of the sale', description: day(disposal.soldOn) },
            { term: 'Effective date', description: day(disposal.effectiveDate) },
          ]
        : [{ term: 'Reason', description: request.reason ?? '' }]),
    ],
  }
}

/** The reversal of one of them. */
export function describeDisposalReversal(request: PostingRequest) {
  // As above.
  const { description } = z.parse(filedReversal, request.details)
  return {
    subject: request.accountName ?? '',
    items: [
      fund(request),
      { term: 'Asset', description },
      { term: 'Reason', description: request.reason ?? '' },
    ],
  }
}
