import { beforeEach, expect, test } from 'vitest'
import { storedDrafts } from '../../../web/session/stored-drafts.ts'
import { emptyDraft } from './grant-draft.ts'
import { type StoredDraft, storedDraftOf } from './stored-draft.ts'

const fund = { fundId: 204318, currency: 'USD' } as const
const charityId = 'US-EIN-123456789'
const draft: StoredDraft = {
  idempotencyKey: '0197a3b4-0000-7000-8000-000000000001',
  charityId,
  hasFailed: true,
  revision: 3,
  draft: { ...emptyDraft, amountMinor: 123_456_789_012_345_00n, purposeText: 'For “the roof”' },
}

beforeEach(() => storedDrafts.clear())

test('reads a draft as it was written, with every digit of its amount (§9, §16)', () => {
  storedDraftOf('ada', fund).write(draft)
  expect(storedDraftOf('ada', fund).read(charityId)).toEqual(draft)
})

test('gives a draft to no other person, fund, currency or charity (§9)', () => {
  storedDraftOf('ada', fund).write(draft)
  expect(storedDraftOf('grace', fund).read(charityId)).toBeNull()
  expect(storedDraftOf('ada', { ...fund, fundId: 204319 }).read(charityId)).toBeNull()
  expect(storedDraftOf('ada', { ...fund, currency: 'GBP' }).read(charityId)).toBeNull()
  expect(storedDraftOf('ada', fund).read('US-EIN-987654321')).toBeNull()
  expect(storedDraftOf('ada', fund).read(null)).toBeNull()
})

test.each([
  ['no draft', 5],
  ['an unknown field value', { ...draft, draft: { ...draft.draft, amountMinor: '1', purposeCode: 'x' } }],
  ['a key that is no UUID', { ...draft, idempotencyKey: 'x', draft: { ...draft.draft, amountMinor: '1' } }],
  ['an amount in words', { ...draft, draft: { ...draft.draft, amountMinor: 'ten' } }],
])('ignores %s in the storage, as of another version of the page (§9)', (_what, value) => {
  storedDrafts.write({ form: 'grant', userId: 'ada', ...fund }, value)
  expect(storedDraftOf('ada', fund).read(charityId)).toBeNull()
})

test('a stored draft is gone once removed or cleared (§9)', () => {
  storedDraftOf('ada', fund).write(draft)
  storedDraftOf('ada', fund).remove()
  expect(storedDraftOf('ada', fund).read(charityId)).toBeNull()
  storedDraftOf('ada', fund).write(draft)
  storedDrafts.clear()
  expect(storedDraftOf('ada', fund).read(charityId)).toBeNull()
})
