import { describe, expect, test } from 'vitest'
import { type Remaining, remainingForSuccessor, remainingSteps } from './remaining.ts'

const empty: Remaining = {
  state: 'distributing',
  unanswered: [],
  undecided: [],
  redirections: 0,
  hasReadyDue: false,
  takesWholeFund: false,
  spendableMinor: 0n,
  excludedMinor: 0n,
  caseGrants: 0,
  otherGrants: 0,
}
const three = ['Wanda Reed', 'Ann Finch', 'Max Rook']

describe('what remains, for staff', () => {
  test.each<[Partial<Remaining>, string[]]>([
    [{}, ['The fund is empty. We will close it.']],
    [{ state: 'opened' }, ['A second person must check the document and confirm the case.']],
    [{ state: 'completed', unanswered: three }, []],
    [{ unanswered: three }, ['Wanda Reed, Ann Finch and Max Rook have not answered yet.']],
    [{ undecided: ['the whole fund'] }, ['We still have to decide who receives the whole fund.']],
    [
      { undecided: ['the share of Ann Finch', 'the share of Max Rook'], redirections: 1 },
      [
        'We still have to decide who receives the share of Ann Finch and the share of Max Rook.',
        'A second person must confirm the new recipient of a share.',
      ],
    ],
    [{ takesWholeFund: true, hasReadyDue: true }, ['We will hand over the whole fund to its successor.']],
    [
      { hasReadyDue: true, otherGrants: 1, caseGrants: 2 },
      [
        'We will make the transfers and grants that are due.',
        'One earlier grant is waiting for a decision.',
        '2 grants for this case are waiting for approval or payment.',
      ],
    ],
  ])('%j', (about, sentences) => {
    expect(remainingSteps({ ...empty, ...about }, 'en-GB')).toEqual(sentences)
  })
})

describe('what remains, for a successor', () => {
  test('counts others without naming them', () => {
    const about = { ...empty, unanswered: three, undecided: ['the share of Max Rook'] }
    expect(remainingForSuccessor(about, false)).toEqual([
      'You have not answered yet.',
      'Other successors have not answered yet.',
      'We still have to decide who receives other shares.',
    ])
    expect(remainingForSuccessor({ ...empty, unanswered: ['Wanda Reed'] }, false)).toEqual([
      'You have not answered yet.',
    ])
    expect(remainingForSuccessor({ ...empty, unanswered: ['Ann Finch'] }, true)).toEqual([
      'Other successors have not answered yet.',
    ])
  })
})
