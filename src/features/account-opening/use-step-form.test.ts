import { expect, test } from 'vitest'
import { completeDraft } from '../../testing/example-draft.ts'
import { emptyShare } from './domain/draft.ts'
import { partWith, valuesOf } from './use-step-form.ts'

test('a step is unchanged after it was shown in the form and read back', () => {
  for (const step of ['account', 'donors', 'advisor', 'contribution'] as const)
    expect(partWith(completeDraft[step], step, valuesOf(completeDraft[step], step))).toEqual(
      completeDraft[step],
    )
})

test('what is typed replaces its field alone, and what is not typed stays', () => {
  const shares = [emptyShare(0), { ...emptyShare(1), name: 'Heron Trust' }]
  const values = { ...valuesOf(shares, 'successors'), 'successors.0.name': 'Cy Finch' }
  expect(values).not.toHaveProperty(['successors.0.option'])
  expect(partWith(shares, 'successors', values)).toEqual([{ ...shares[0], name: 'Cy Finch' }, shares[1]])
})
