import type { FindingStep } from '../domain/finding.ts'

/** What a person may do about a finding: the choice, the label of its reason, and what is said when it is done. */
export const findingStepLabels = {
  dismiss: {
    choice: 'Not the same',
    reason: 'Why they are not the same',
    done: 'They are not the same. Payments can leave.',
  },
  propose: {
    choice: 'The same',
    reason: 'Why they are the same',
    done: 'A second person has to confirm that they are the same.',
  },
  confirm: {
    choice: 'Confirm',
    reason: 'How you know that they are the same',
    done: 'Confirmed. Nothing leaves.',
  },
  decline: {
    choice: 'Decline',
    reason: 'Why you decline it',
    done: 'Declined. The finding is open again.',
  },
  'ask-to-lift': {
    choice: 'Ask to lift it',
    reason: 'Why it should be lifted',
    done: 'A second person has to lift it.',
  },
  lift: {
    choice: 'Lift',
    reason: 'How you know that it can be lifted',
    done: 'Lifted. Payments can leave.',
  },
  keep: { choice: 'Keep', reason: 'Why it stays confirmed', done: 'It stays confirmed.' },
  reopen: {
    choice: 'Open again',
    reason: 'Why it has to be decided again',
    done: 'Open again. Payments wait.',
  },
} as const satisfies Record<FindingStep, { choice: string; reason: string; done: string }>

/** Nobody but staff knows whether an account has another reason to be on hold, so lifting a finding does not end it. */
export const staysImmobile = 'Accounts that it put on hold stay Immobile until staff set their status.'
