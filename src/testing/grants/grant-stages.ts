export type GrantStage = 'recommended' | 'approved' | 'paid' | 'partly' | 'over'

/** The model's state machine: from which stages a transition starts, where it leads, and its effect on the fund. */
export const stateMachine: Record<
  'approve' | 'cancel' | 'reject' | 'void' | 'pay' | 'return',
  { from: readonly GrantStage[]; to: GrantStage; movement: 'none' | 'free' | 'pay' | 'back' }
> = {
  approve: { from: ['recommended'], to: 'approved', movement: 'none' },
  cancel: { from: ['recommended'], to: 'over', movement: 'free' },
  reject: { from: ['recommended'], to: 'over', movement: 'free' },
  void: { from: ['approved'], to: 'over', movement: 'free' },
  pay: { from: ['approved'], to: 'paid', movement: 'pay' },
  return: { from: ['paid', 'partly'], to: 'over', movement: 'back' },
}
