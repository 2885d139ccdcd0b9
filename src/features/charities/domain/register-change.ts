import type { IsoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { decideEligibility, type Eligibility } from './eligibility.ts'

/** What a register's file said about a charity, as far as something here relies on it. */
export type RegisterFacts = {
  name: string
  subsection: string | null
  foundation: string | null
  deductibility: string | null
  status: string | null
  removedOn: IsoDate | null
  leftOn: IsoDate | null
  isUnread: boolean
}

type KindOfChange = {
  label: string
  /** Whether grants and schedules to the charity wait until a person has looked at it. */
  stops: boolean
  /** Whether donors are told; what alone changes nothing for them is for staff. */
  isForDonors: boolean
}

/** What an import can change about a charity. A kind that was stored keeps its name. */
export const changeKinds = {
  gone: { label: 'No longer in the file', stops: true, isForDonors: true },
  'not-eligible': { label: 'Can no longer receive grants', stops: true, isForDonors: true },
  'to-a-person': { label: 'Newly needs a review', stops: true, isForDonors: true },
  'other-class': { label: 'Another classification', stops: false, isForDonors: false },
  renamed: { label: 'Another name', stops: false, isForDonors: true },
  revived: { label: 'In the file again', stops: false, isForDonors: true },
  eligible: { label: 'Needs no review any more', stops: false, isForDonors: true },
  /** A body that staff vetted because no register had it. */
  'on-register': { label: 'A vetted organization is on the register now', stops: false, isForDonors: false },
} as const satisfies Record<string, KindOfChange>
export type ChangeKind = keyof typeof changeKinds
export const changeKindNames = keysOf(changeKinds)

export const isStopping = (kinds: readonly ChangeKind[]): boolean =>
  kinds.some(kind => changeKinds[kind].stops)

const codes = ['subsection', 'foundation', 'deductibility', 'status'] as const

/** The kinds of a change; none where nothing here relies on what differs. */
export function kindsOfChange(
  { register, charityId }: { register: string; charityId: string },
  before: RegisterFacts,
  after: RegisterFacts,
  isRenamed: boolean,
): ChangeKind[] {
  const outcome = ({ subsection, foundation, deductibility, status, removedOn, isUnread }: RegisterFacts) =>
    decideEligibility({
      ...{ register, charityId, subsection, foundation, deductibility, status, removedOn },
      // That it left, or came back, is a kind of its own.
      leftOn: null,
      unreadOn: isUnread ? 'unread' : null,
    }).outcome
  const [then, now] = [outcome(before), outcome(after)]
  return [
    ...(before.leftOn === null && after.leftOn !== null ? (['gone'] as const) : []),
    ...(before.leftOn !== null && after.leftOn === null ? (['revived'] as const) : []),
    ...(then === now ? [] : [kindsOfOutcome[now]]),
    ...(then === now && codes.some(code => before[code] !== after[code]) ? (['other-class'] as const) : []),
    ...(isRenamed ? (['renamed'] as const) : []),
  ]
}

const kindsOfOutcome = {
  yes: 'eligible',
  no: 'not-eligible',
  person: 'to-a-person',
} as const satisfies Record<Eligibility['outcome'], ChangeKind>
