import { expect, test } from 'vitest'
import { asWritten, grantEvents, paymentLabel } from './grant-labels.ts'
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

/** A grant as far as its time line looks at it. */
const grantOf = (about: Partial<Known>): GrantDetails =>
  ({
    steps: [recommended],
    transactionStatusCode: 1,
    reviewState: null,
    paymentMethod: null,
    paymentReference: null,
    ...about,
  }) satisfies Known as GrantDetails

const words = { locale: 'en-GB', sponsor: 'Rathbones Giving' }
const line = (about: Partial<Known>) => grantEvents(grantOf(about), words)

test('open-points 6 the donor sees what was done, by whom, and what is awaited from whom', () => {
  expect(line({}).map(({ title, state }) => [title, state])).toEqual([
    ['Recommended', 'current'],
    ['Review and approval', 'awaited'],
    ['Payment to the charity', 'awaited'],
  ])
  expect(line({})[0]?.note).toBe('by Eleanor Whitcombe')
  expect(line({})[1]?.note).toContain('awaited from Rathbones Giving')
})

test('open-points 6 where information is needed, it is awaited from the donor', () => {
  const events = line({ transactionStatusCode: 2, reviewState: 'information_needed' })
  expect(events.find(({ key }) => key === 'information')?.note).toBe('awaited from you')
})

test('open-points 6 a grant that was rejected ends there, with the message to the donor, and nothing more is awaited', () => {
  const rejected = {
    ...recommended,
    step: 2,
    transition: 'reject',
    actorName: 'Rathbones Giving',
    message: 'The appeal has ended.',
  } as const
  const events = line({ transactionStatusCode: 7, steps: [recommended, rejected] })
  expect(events.map(({ state }) => state)).toEqual(['done', 'ended'])
  expect(events[1]?.note).toBe('by Rathbones Giving: The appeal has ended.')
})

test('open-points 2 US clients read check and canceled, UK clients cheque and cancelled', () => {
  const paid = grantOf({ paymentMethod: 'cheque', paymentReference: '100418' })
  expect(paymentLabel(paid, 'en-US')).toBe('Check, 100418')
  expect(paymentLabel(paid, 'en-GB')).toBe('Cheque, 100418')
  expect(asWritten('Cancelled', 'en-US')).toBe('Canceled')
  expect(asWritten('Cancelled', 'en-GB')).toBe('Cancelled')
})
