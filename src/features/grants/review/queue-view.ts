import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import type { Currency } from '../../../domain/money.ts'
import { minorPerUnit } from '../../../domain/money.ts'
import { paths } from '../../../web/routing/paths.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import { queueNames } from '../domain/grant-status.ts'
import { waitsFor } from './staff-grants.contract.ts'

const units = optionalParam(z.string().check(z.regex(/^[1-9]\d{0,9}$/)))

/** The view of the grant queues, which the address contains. Invalid values fall back to the defaults. */
export const queueSearch = z.object({
  queue: z.catch(z.enum(queueNames), 'to-approve'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  keywords: optionalParam(searchKeywords),
  waits: optionalParam(z.enum(waitsFor)),
  age: optionalParam(z.enum(['3', '5', '10', '30'])),
  /** Whole units of the currency. */
  from: units,
  to: units,
  eligibility: optionalParam(z.enum(['yes', 'person'])),
  /** A user id, or `nobody`. */
  owner: optionalParam(z.union([z.enum(['nobody']), z.uuid()])),
})
export type QueueView = z.output<typeof queueSearch>

export const addressOfQueue = ({ queue, view, ...filter }: QueueView): string =>
  paths.grantQueue(queue, view === '10' ? undefined : view, filter)

const minorOf = (text: string) => BigInt(text) * minorPerUnit

/** The filter as the call takes it. */
export const queueFilterOf = ({ queue, keywords, waits, age, from, to, eligibility, owner }: QueueView) => ({
  queue,
  ...(keywords ? { keywords } : {}),
  ...(waits === undefined ? {} : { waitsFor: waits }),
  ...(age === undefined ? {} : { ageDays: Number(age) }),
  ...(from === undefined ? {} : { fromMinor: `${minorOf(from)}` }),
  ...(to === undefined ? {} : { toMinor: `${minorOf(to)}` }),
  ...(eligibility === undefined ? {} : { eligibility }),
  ...(owner === undefined ? {} : { owner }),
})

/** Without the keywords, whose field clears itself. */
export const hasQueueFilter = ({ waits, age, from, to, eligibility, owner }: QueueView): boolean =>
  [waits, age, from, to, eligibility, owner].some(value => value !== undefined)

/** The whole units of an amount, as the address has them; undefined for none. */
export const unitsOf = (amountMinor: bigint | null): string | undefined =>
  amountMinor === null || amountMinor < minorPerUnit ? undefined : String(amountMinor / minorPerUnit)

export const amountOf = (text: string | undefined): bigint | null =>
  text === undefined ? null : minorOf(text)

export type QueueFilterProps = { view: QueueView; currency: Currency; onView: (view: QueueView) => void }
