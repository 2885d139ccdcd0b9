/** The facts about a payee on which an approval relies and which a payment uses. */
export const payeeFacts = ['method', 'name', 'address', 'email', 'account'] as const
export type PayeeFact = (typeof payeeFacts)[number]

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

/** What differs from the approval of the grant. Without a person, the register's file changed it. */
export type PayeeChange = {
  fact: PayeeFact
  before: string
  after: string
  made: Omit<ConfirmedChange, 'before'> | null
}

/**
 * What a payment would use that the approval of its grant did not know. `approved`: null for an approval without evidence about the payee;
 * then the values before the first change since count.
 * @param changes since the approval, the earliest first.
 */
export function payeeChangesSince(
  approved: PayeeTexts | null,
  current: PayeeTexts,
  changes: readonly ConfirmedChange[],
): PayeeChange[] {
  return payeeFacts.flatMap((fact): PayeeChange[] => {
    const ofFact = changes.filter(({ before }) => fact in before)
    const before = approved === null ? (ofFact[0]?.before[fact] ?? current[fact]) : approved[fact]
    if (before === current[fact]) return []
    const last = ofFact.at(-1)
    if (!last) return [{ fact, before, after: current[fact], made: null }]
    const { before: _before, ...made } = last
    return [{ fact, before, after: current[fact], made }]
  })
}
