import { expect, test } from 'vitest'
import { approveGrants, maxApprovedAtOnce } from '../features/grants/review/staff-grants.contract.ts'
import { refusalOf } from './refused-body.ts'
import { RefusedBody, requestOf } from './request-of.ts'

const commandOf = (grantIds: string[], reason = 'Checked') => {
  const grants = grantIds.map(grantId => ({ grantId, payeeSeen: null }))
  return { body: { data: { type: 'command' as const, attributes: { grants, reason } } } }
}
const ids = (count: number) =>
  Array.from(
    { length: count },
    (_none, index) => `01a1f8a3-44cc-798e-904b-${String(index).padStart(12, '0')}`,
  )

/** The messages by field with which a request is refused before it is sent. */
function refusal(sent: ReturnType<typeof commandOf>) {
  try {
    requestOf(approveGrants, sent)
    return null
  } catch (error) {
    return error instanceof RefusedBody ? refusalOf(error).errors : error
  }
}

test('a body that its own schema refuses is a problem with sentences by field', () => {
  expect(refusal(commandOf(ids(maxApprovedAtOnce)))).toBeNull()
  expect(refusal(commandOf(ids(317)))).toEqual({ grants: ['Choose 100 or fewer'] })
  expect(refusal(commandOf(['no id', 'nor this'], ''))).toEqual({
    grantId: ['Choose one of the options'],
    reason: [expect.any(String)],
  })
})
