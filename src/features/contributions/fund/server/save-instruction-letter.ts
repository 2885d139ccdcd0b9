import { Readable } from 'node:stream'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { Block } from '../../../../contract/rich-text.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { requesterOf } from '../../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { table, text } from '../../../../server/pdf/blocks.ts'
import { drawPdf } from '../../../../server/pdf/draw-pdf.ts'
import { publishedBlock } from '../../../content/server/published-content.ts'
import { needsInstruction } from '../../domain/announcement.ts'
import { formatQuantity, isAwaited } from '../../domain/contribution.ts'
import type * as contract from '../announcements.contract.ts'
import { type AnnouncedRow, findAnnounced } from './announcements.queries.ts'
import { instructionFacts } from './contribution-accounts.ts'

type Context = ContextOf<typeof contract.saveInstructionLetter>

/**
 * The letter to a custodian that holds announced securities. It is not stored; who holds them fills in their account number and signs, so that
 * the portal never has that number. Throws `not-found` for another fund and for what no custodian delivers, `conflict` once it has arrived.
 */
export async function saveInstructionLetter(
  { params: { contributionId } }: HandlerInput<typeof contract.saveInstructionLetter>,
  context: Context,
): Promise<Reply<typeof contract.saveInstructionLetter>> {
  const { db, account, client, clock } = context
  const announced = await findAnnounced(db, contributionId)
  if (announced?.account_id !== account.accountId) throw new Problem('not-found')
  if (announced.way === null || !needsInstruction(announced.way)) throw new Problem('not-found')
  if (!isAwaited(announced.state))
    throw new Problem('conflict', { detail: 'This contribution no longer needs a letter.' })
  const template = await publishedBlock(context, 'letter-of-instruction')
  if (!template)
    throw new Problem('conflict', { detail: 'The text of this letter is hidden. Please call us.' })
  const bytes = await drawPdf(
    {
      title: template.title ?? 'Letter of Instruction',
      text: [...factsOf(announced, announced.way, context), ...template.body],
      client,
      // It has no links into the portal.
      origin: '',
      versionOf: null,
      createdAt: clock.now(),
    },
    requesterOf(context),
  )
  return {
    name: `Letter-of-Instruction-${announced.transaction_id}.pdf`,
    mediaType: 'application/pdf',
    totalRows: null,
    rowsWritten: () => 0,
    bytes: Readable.from([bytes], { objectMode: true }),
  }
}

function factsOf(
  { sent_from: custodian, assets, transaction_id: number }: AnnouncedRow,
  way: NonNullable<AnnouncedRow['way']>,
  { account, book, client, today }: Context,
): Block[] {
  const { locale } = client
  const facts = instructionFacts(way, account, book, client)
  return [
    { kind: 'paragraph', children: text(formatDate(today, locale)) },
    ...(custodian === null ? [] : [{ kind: 'paragraph' as const, children: text(`To ${custodian}`) }]),
    table(
      ['Asset', 'Ticker', 'Quantity'],
      assets.map(({ ticker, description, quantity }) => [
        description,
        ticker ?? '–',
        formatQuantity(quantity, locale),
      ]),
    ),
    table(
      ['Deliver to', 'Details'],
      [...facts.map(({ label, value }) => [label, value]), ['Reference', String(number)]],
    ),
  ]
}
