import { randomUUID } from 'node:crypto'
import type { Sent } from '../contract/endpoint.ts'
import { isoDate } from '../domain/dates.ts'
import { receiveContribution } from '../features/contributions/contributions.contract.ts'
import { correctContribution } from '../features/contributions/corrections.contract.ts'
import type { Payer } from '../features/contributions/domain/payer.ts'
import { keyOfDocument } from '../features/documents/server/store-document.ts'
import { makeExpectedContribution } from './factories/make-contribution-document.ts'
import type { MadeFund, Person } from './factories/make-fund.ts'
import type { PostingWorld } from './posting-world.ts'

/** The day of `postingTime`. */
export const postingDay = isoDate('2026-03-16')
export const company: Payer = { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null }
export const fromIra: Payer = {
  kind: 'ira',
  name: 'Ada Finch',
  address: null,
  acceptanceReason: 'The donor knows that it is no QCD',
}

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

type Corrected = Omit<Sent<typeof correctContribution>['body']['data']['attributes'], 'reason'>
type Received = Sent<typeof receiveContribution>['body']['data']['attributes']

/** What staff do about payers, dates of gift and receipts, and what is stored of them. */
export const receiptCalls = (world: Pick<PostingWorld, 'portal' | 'fund' | 'staff' | 'clock'>) => {
  const query = async (sql: string, ...values: unknown[]) =>
    (await world.portal.database.admin.query(sql, values)).rows
  return {
    query,
    /** `announced`: the contribution; default: one of cash that staff entered. */
    receive: async (about: Partial<Received> = {}, announced?: { contributionId: string }) => {
      const { fund, clock } = world
      const { contributionId } =
        announced ?? (await makeExpectedContribution(world.portal, fund, { at: clock.now() }))
      const attributes = {
        ...{ amountMinor: 1_234_56n, giftDate: postingDay, effectiveDate: postingDay },
        ...about,
      }
      const answer = await world.portal.call(
        receiveContribution,
        { params: { fundId: fund.fundId, contributionId }, body: command(attributes) },
        { as: world.staff.session, fundId: fund.fundId },
      )
      return { contributionId, answer }
    },
    correct: (
      contributionId: string,
      about: Partial<Corrected> = {},
      {
        as = world.staff,
        of = world.fund,
        idempotencyKey = randomUUID(),
      }: { as?: Person; of?: MadeFund; idempotencyKey?: string } = {},
    ) =>
      world.portal.call(
        correctContribution,
        {
          params: { fundId: of.fundId, contributionId },
          body: command({ payer: company, giftDate: postingDay, reason: 'The company gave it', ...about }),
        },
        { as: as.session, fundId: of.fundId, idempotencyKey },
      ),
    receiptsOf: (contributionId: string) =>
      query(
        `select r.year || '-' || lpad(r.number::text, 6, '0') as number, r.state, r.payer_name, r.amount_minor, r.document_id, r.facts ->> 'supersedes' as supersedes
          from contribution_receipt r where r.contribution_id = $1 order by r.number`,
        contributionId,
      ),
    entryKindOf: async (contributionId: string): Promise<string> =>
      (
        await query(
          'select e.kind from contribution c join journal_entry e using (book, entry_id) where c.contribution_id = $1',
          contributionId,
        )
      )[0].kind,
    bytesOf: async (documentId: string): Promise<Buffer> => {
      const [made] = await query(
        'select key_id, data_key, bytes from document where document_id = $1',
        documentId,
      )
      const dataKey = { keyId: made.key_id, wrapped: made.data_key }
      const file = { key: keyOfDocument('npt', documentId), dataKey, bytes: made.bytes }
      const parts: Buffer[] = []
      for await (const part of world.portal.documentFiles.read(file)) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}
