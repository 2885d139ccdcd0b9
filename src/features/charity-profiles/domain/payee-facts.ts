import { localEnglish } from '../../../domain/local-english.ts'

/** The facts about a payee on which an approval relies and which a payment uses. */
export const payeeFacts = ['method', 'name', 'address', 'email', 'account'] as const
export type PayeeFact = (typeof payeeFacts)[number]

export const payeeFactLabels = {
  method: 'Paid by',
  name: 'Made out to',
  address: 'Sent to',
  email: 'E-mail for letters',
  account: 'Account ending in',
} as const satisfies Record<PayeeFact, string>

/** The value of a fact as people read it. */
export function payeeFactText(fact: PayeeFact, value: string, locale: string): string {
  if (fact === 'method') return value === 'eft' ? 'electronic transfer' : localEnglish('cheque', locale)
  return value || 'nothing'
}

/** Each as text that people read; empty for none. `account`: the last digits. `method`: eft or cheque. */
export type PayeeTexts = Readonly<Record<PayeeFact, string>>

/** A change that two people made. It says which facts it set, and their values before it. */
export type ConfirmedChange = {
  before: Partial<PayeeTexts>
  enteredBy: string
  enteredByName: string
  confirmedByName: string
  confirmedAt: string
}

/** What differs from the approval of the grant. */
export type PayeeChange = {
  fact: PayeeFact
  /** Null: the approval did not record it, and nobody has changed it since. */
  before: string | null
  after: string
  /** Who made it; null: the register's file, or nobody where `before` is null. */
  made: Omit<ConfirmedChange, 'before'> | null
  /** Whether the payment uses it. It does not use what the register changed. */
  isUsed: boolean
}

/** A fact that follows the register unless two people set it. */
export type FollowedFact = 'name' | 'address'

const followedFacts: readonly PayeeFact[] = ['name', 'address'] satisfies FollowedFact[]
const isFollowed = (fact: PayeeFact): boolean => followedFacts.includes(fact)

type Followed = {
  /** What two people set; null where the payee follows the register. */
  set: string | null
  /** The register's at present; empty for nothing. */
  register: string
  /** That of the approval; null for an approval without evidence about the payee. */
  approved: string | null
}

/**
 * The name or address that a payment uses: what two people set, else what the approval of the grant confirmed. A register's new file
 * changes neither. Null: two people removed since the approval what they had set, so that nobody has confirmed what the register says.
 * @param changes since the approval, the earliest first.
 */
export function payeeTextFor(
  fact: FollowedFact,
  { set, register, approved }: Followed,
  changes: readonly ConfirmedChange[],
): string | null {
  if (set !== null) return set
  const isRemoved = changes.some(({ before: { [fact]: former = '' } }) =>
    approved === null ? former !== '' : former !== '' && former === approved,
  )
  return isRemoved ? null : (approved ?? register)
}

/**
 * What a payment would use that the approval of its grant did not know. `approved`: null for an approval without evidence about the payee;
 * then the values before the first change since count, and a name or an address without one is not recorded.
 * @param changes since the approval, the earliest first.
 */
export function payeeChangesSince(
  approved: PayeeTexts | null,
  current: PayeeTexts,
  changes: readonly ConfirmedChange[],
): PayeeChange[] {
  return payeeFacts.flatMap((fact): PayeeChange[] => {
    const ofFact = changes.filter(({ before }) => fact in before)
    if (approved === null && ofFact.length === 0)
      return isFollowed(fact) ? [{ fact, before: null, after: current[fact], made: null, isUsed: true }] : []
    const before = approved === null ? (ofFact[0]?.before[fact] ?? current[fact]) : approved[fact]
    if (before === current[fact]) return []
    const last = ofFact.at(-1)
    if (!last) return [{ fact, before, after: current[fact], made: null, isUsed: true }]
    const { before: _before, ...made } = last
    return [{ fact, before, after: current[fact], made, isUsed: true }]
  })
}

/** What the register says that the payment does not use, because nobody has confirmed it. */
export function registerChanges(
  used: Readonly<Record<FollowedFact, string>>,
  followed: Readonly<Record<FollowedFact, Followed>>,
): PayeeChange[] {
  return (['name', 'address'] as const).flatMap((fact): PayeeChange[] => {
    const { set, register } = followed[fact]
    return set !== null || register === used[fact]
      ? []
      : [{ fact, before: used[fact], after: register, made: null, isUsed: false }]
  })
}
