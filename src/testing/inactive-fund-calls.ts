import { randomUUID } from 'node:crypto'
import {
  confirmDefaultGrant,
  declineDefaultGrant,
  getInactiveFund,
  proposeDefaultGrant,
  recordInactiveFundStep,
  sendInactiveFundLetter,
} from '../features/inactive-funds/inactive-funds.contract.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories/make-fund.ts'
import { commandOf } from './grants/basket-calls.ts'

/** What staff do about inactive funds, each with a key of its own unless a test names one. */
export function inactiveFundCalls(portal: TestApp) {
  const as = (by: Person, idempotencyKey: string = randomUUID()) => ({ as: by.session, idempotencyKey })
  return {
    show: (by: Person, accountId: string) =>
      portal.call(getInactiveFund, { params: { accountId } }, { as: by.session }),
    record: (by: Person, accountId: string, kind: 'call' | 'answer' | 'note', key?: string) =>
      portal.call(
        recordInactiveFundStep,
        { params: { accountId }, body: commandOf({ kind, note: 'They moved to Erie' }) },
        as(by, key),
      ),
    send: (by: Person, accountId: string, key?: string) =>
      portal.call(sendInactiveFundLetter, { params: { accountId }, body: commandOf({}) }, as(by, key)),
    propose: (by: Person, accountId: string, amountMinor = 300_00n, key?: string) =>
      portal.call(
        proposeDefaultGrant,
        { params: { accountId }, body: commandOf({ amountMinor, reason: 'No one answered' }) },
        as(by, key),
      ),
    confirm: (by: Person, accountId: string, defaultGrantId: string, key?: string) =>
      portal.call(
        confirmDefaultGrant,
        { params: { accountId, defaultGrantId }, body: commandOf({}) },
        as(by, key),
      ),
    decline: (by: Person, accountId: string, defaultGrantId: string, key?: string) =>
      portal.call(
        declineDefaultGrant,
        { params: { accountId, defaultGrantId }, body: commandOf({ reason: 'They called us' }) },
        as(by, key),
      ),
  }
}
