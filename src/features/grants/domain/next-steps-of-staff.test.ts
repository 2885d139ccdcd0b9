import { expect, test } from 'vitest'
import { nextSteps } from './next-steps-of-staff.ts'

test.each([
  [[], ['Ada Winslow'], 'the only one who may approve'],
  [['Ada Winslow'], [], 'the only one who may pay'],
  [['Ada Winslow'], ['Ada Winslow'], 'Only Ada Winslow could both approve and pay'],
])(
  'with %j to approve and %j to pay, whoever enters a grant reads that no one could finish it',
  (approve, pay, text) => {
    expect(nextSteps({ approve, pay })).toMatchObject({ isStuck: true, text: expect.stringContaining(text) })
  },
)

test('with enough colleagues, they are named for each step, up to three', () => {
  const approve = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil']
  expect(nextSteps({ approve, pay: ['Ben'] })).toEqual({
    isStuck: false,
    text: 'You cannot approve or pay what you enter. Who may approve it: Ada, Ben, Cleo and 2 more. Who may pay it: Ben.',
  })
})
