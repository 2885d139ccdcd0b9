import { describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { applicationOf, checkDraft, checkStep } from './check-step.ts'
import { type ApplicationDraft, emptyDraft, emptyShare } from './draft.ts'

const today = '2026-11-23' as IsoDate
const changed = (change: (draft: ApplicationDraft) => void): ApplicationDraft => {
  const draft = structuredClone(completeDraft)
  change(draft)
  return draft
}

test('a complete application has no errors', () => {
  expect(checkDraft(completeDraft, today)).toEqual({})
  expect(applicationOf(completeDraft)).toMatchObject({
    accountName: 'Finch Family Fund',
    donors: [{ firstName: 'Ada', birthDate: '1970-02-03' }],
    advisor: null,
    shares: [],
    contribution: { kind: 'cash', amountMinor: 25_000_00n },
  })
})

test('an empty application names each step that misses something, but not the successors', () => {
  expect(Object.keys(checkDraft(emptyDraft('US'), today))).toEqual([
    'account',
    'donors',
    'advisor',
    'contribution',
  ])
})

describe('each rule', () => {
  test.each<[string, ApplicationDraft, Parameters<typeof checkStep>[1], string, string]>([
    [
      'an organization without a legal name',
      changed(draft => Object.assign(draft.account, { type: 'organization' })),
      'account',
      'account.organizationLegalName',
      'Enter the legal name',
    ],
    [
      'a joint account with one donor',
      changed(draft => Object.assign(draft.account, { type: 'joint' })),
      'donors',
      'donors',
      'Add another donor, or choose an account for one person',
    ],
    [
      'an individual account with two donors',
      changed(draft => draft.donors.push({ ...exampleDonor, email: 'ben@example.org', firstName: 'Ben' })),
      'donors',
      'donors',
      'Remove the other donors, or choose an account for two or more people',
    ],
    [
      'the same donor twice',
      changed(draft => draft.donors.push({ ...exampleDonor })),
      'donors',
      'donors.1.email',
      'This donor is already listed above',
    ],
    [
      'a donor of 17 years',
      changed(draft => Object.assign(draft.donors[0] ?? {}, { birthDate: '2008-11-24' })),
      'donors',
      'donors.0.birthDate',
      'Donors must be 18 or older',
    ],
    [
      'a donor without a phone',
      changed(draft => Object.assign(draft.donors[0] ?? {}, { phone: ' ' })),
      'donors',
      'donors.0.phone',
      'Enter a phone number',
    ],
    [
      'a postal code of another country',
      changed(draft => Object.assign(draft.donors[0] ?? {}, { postalCode: 'EC2A 4NE' })),
      'donors',
      'donors.0.postalCode',
      'Enter a code such as 19103',
    ],
    [
      'shares that do not add up',
      changed(draft => draft.successors.push({ ...emptyShare(0), name: 'Cy Finch', percentage: '60' })),
      'successors',
      'successors',
      'Allocation Total must equal 0% or 100%',
    ],
    [
      'no amount',
      changed(draft => Object.assign(draft.contribution, { amountMinor: '' })),
      'contribution',
      'contribution.amountMinor',
      'Enter the amount',
    ],
    [
      'securities without a quantity',
      changed(draft =>
        Object.assign(draft.contribution, {
          kind: 'securities',
          assets: [{ ticker: 'ACME', description: 'Acme Inc.', quantity: '' }],
        }),
      ),
      'contribution',
      'contribution.assets.0.quantity',
      'Enter a number, with up to 6 decimals',
    ],
  ])('refuses %s', (_title, draft, step, field, message) => {
    expect(checkStep(draft, step, today)[field]).toContain(message)
  })
})
