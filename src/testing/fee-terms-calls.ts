import { randomUUID } from 'node:crypto'
import { isoDate } from '../domain/dates.ts'
import type { FeeTerms } from '../domain/fee-terms.ts'
import {
  confirmFeeTerms,
  declineFeeTerms,
  listFeeTerms,
  previewFeeTerms,
  proposeFeeTerms,
} from '../features/fees/fee-terms.contract.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories/make-fund.ts'
import { commandOf } from './grants/basket-calls.ts'

const reason = 'Agreed with the trustees'

/** What staff do with the terms of a fee schedule. */
export function feeTermsCalls(portal: TestApp, { client = 'npt', schedule = 'administrative' } = {}) {
  const as = (by: Person, idempotencyKey: string = randomUUID()) => ({
    ...{ as: by.session, client, idempotencyKey },
  })
  const params = { schedule }
  const sent = ({ tiers, from, ...terms }: FeeTerms) => ({
    ...{ ...terms, from: isoDate(from) },
    tiers: tiers.map(tier => ({ ...tier })),
  })
  const show = async (by: Person) =>
    (await portal.call(listFeeTerms, { params }, { as: by.session, client })).reply
  return {
    show,
    waitingId: async (by: Person) => (await show(by)).waiting?.changeId ?? '',
    preview: (by: Person, terms: FeeTerms) =>
      portal.call(previewFeeTerms, { params, body: commandOf(sent(terms)) }, as(by)),
    propose: (by: Person, terms: FeeTerms, key?: string) =>
      portal.call(proposeFeeTerms, { params, body: commandOf({ ...sent(terms), reason }) }, as(by, key)),
    confirm: (by: Person, changeId: string, key?: string) =>
      portal.call(confirmFeeTerms, { params: { changeId }, body: commandOf({}) }, as(by, key)),
    decline: (by: Person, changeId: string, key?: string) =>
      portal.call(declineFeeTerms, { params: { changeId }, body: commandOf({ reason }) }, as(by, key)),
  }
}
