import { expect, test } from 'vitest'
import { localEnglish } from '../../domain/local-english.ts'
import { paymentLabel } from './domain/payment-label.ts'
import { grantEvents } from './grant-labels.ts'
import type { GrantDetails } from './grants.contract.ts'

type Known = Pick<
  GrantDetails,
  'steps' | 'transactionStatusCode' | 'reviewState' | 'paymentMethod' | 'paymentReference'
>

const recommended = {
  step: 1,
  transition: 'recommend',
  state: 'Recommended',
  actorName: 'Eleanor Whitcombe',
  at: '2026-11-20T10:46:00.000Z',
  message: null,
} as const

/** A grant with the fields that the timeline reads. */
const grantOf = (about: Partial<Known>): GrantDetails =>
  ({
    steps: [recommended],
    transactionStatusCode: 1,
    reviewState: null,
    paymentMethod: null,
    paymentReference: null,
    ...about,
  }) satisfies Known as GrantDetails

const options = { locale: 'en-GB', timeZone: 'Europe/London', sponsor: 'Rathbones Giving' }
const timeline = (about: Partial<Known>) => grantEvents(grantOf(about), options)

test('shows what was done, who did it and what happens next (§13)', () => {
  expect(timeline({}).map(({ title, state }) => [title, state])).toEqual([
    ['Recommended', 'current'],
    ['Review and approval', 'upcoming'],
    ['Payment to the charity', 'upcoming'],
  ])
  expect(timeline({})[0]?.note).toBe('by Eleanor Whitcombe')
  expect(timeline({})[1]?.note).toContain('Rathbones Giving is reviewing this')
})

test('asks the donor for a reply where information is needed (§13)', () => {
  const events = timeline({ transactionStatusCode: 2, reviewState: 'information_needed' })
  expect(events.find(({ key }) => key === 'information')?.note).toBe('We are waiting for your reply')
})

test('ends with the rejection and its message to the donor (§13)', () => {
  const rejected = {
    ...recommended,
    step: 2,
    transition: 'reject',
    actorName: 'Rathbones Giving',
    message: 'The appeal has ended.',
  } as const
  const events = timeline({ transactionStatusCode: 7, steps: [recommended, rejected] })
  expect(events.map(({ state }) => state)).toEqual(['done', 'ended'])
  expect(events[1]?.note).toBe('by Rathbones Giving: The appeal has ended.')
})

test('uses the spelling of the client: check and canceled, cheque and cancelled (§15)', () => {
  expect(paymentLabel('cheque', '100418', 'en-US')).toBe('Check no. 100418')
  expect(paymentLabel('cheque', '100418', 'en-GB')).toBe('Cheque no. 100418')
  expect(paymentLabel('eft', null, 'en-GB')).toBe('Electronic transfer')
  expect(localEnglish('Cancelled', 'en-US')).toBe('Canceled')
  expect(localEnglish('Cancelled', 'en-GB')).toBe('Cancelled')
})

test('dates a step in the client’s zone, which it names, wherever the reader is (§16)', () => {
  // Ten at night in Philadelphia is the next day in London.
  const late = { ...recommended, at: '2026-11-21T03:00:00.000Z' }
  const whenAt = (locale: string, timeZone: string) =>
    grantEvents(grantOf({ steps: [late] }), { locale, timeZone, sponsor: 'NPT Giving' })[0]?.when
  expect(whenAt('en-US', 'America/New_York')).toMatch(/^Nov 20, 2026, 10:00\sPM EST$/)
  expect(whenAt('en-GB', 'Europe/London')).toBe('21 Nov 2026, 03:00 GMT')
})
