import type { AccountNoticeKind } from '../../../contract/notice-kinds.ts'
import type { RecordedStep } from '../domain/grant-status.ts'

type Text = { subject: string; sentence: string }

/** The text of the mail about a step. `{fund}` stands for "your fund" to donors and "the fund" to others. */
export type MailText = {
  kind: AccountNoticeKind
  /** To the person who recommended the grant. */
  own: Text
  /** To the donors, if someone else recommended it. `{by}` is that person. */
  others: Text
  /** Replaces both texts if several grants took the step by one act: they are in one mail. */
  several?: { own: Text; others: Text }
  /** Replaces the sentence if the fund is closed and `{account}` received the money. */
  elsewhere?: string
  /** Replaces both texts if the grant took this step before. */
  again?: { own: Text; others: Text }
  /** Whether the step ends a grant before payment, so that the mail says what happened to its amount. */
  releases?: true
}

/** Transitions that are not listed here are internal and send no mail. */
export const mailTexts: Partial<Record<RecordedStep, MailText>> = {
  recommend: {
    kind: 'grant-received',
    own: {
      subject: 'We received your grant recommendation',
      sentence: 'We received your recommendation and will review it. The amount is set aside in {fund}.',
    },
    others: {
      subject: 'A grant was recommended from your fund',
      sentence: '{by} recommended this grant. We will review it. The amount is set aside in {fund}.',
    },
  },
  'ask-information': {
    kind: 'grant-question',
    own: {
      subject: 'A question about your grant recommendation',
      sentence: 'We need some information from you before we can continue with your grant.',
    },
    others: {
      subject: 'A question about a grant from your fund',
      sentence: 'We need some information before we can continue with the grant that {by} recommended.',
    },
  },
  reserve: {
    kind: 'grant-received',
    own: {
      subject: 'Your fund now covers your grant recommendation',
      sentence:
        'Your balance now covers this grant. The amount is set aside in {fund}, and we will review it.',
    },
    others: {
      subject: 'Your fund now covers a grant recommendation',
      sentence:
        'The balance now covers the grant that {by} recommended. The amount is set aside in {fund}, and we will review it.',
    },
  },
  approve: {
    kind: 'grant-approved',
    own: {
      subject: 'Your grant was approved',
      sentence: 'Your grant has been approved. We will pay it to the charity next.',
    },
    others: {
      subject: 'A grant from your fund was approved',
      sentence: 'The grant that {by} recommended has been approved. We will pay it to the charity next.',
    },
    several: {
      own: {
        subject: 'Your grants were approved',
        sentence: 'These grants have been approved. We will pay them to the charities next.',
      },
      others: {
        subject: 'Grants from your fund were approved',
        sentence:
          'These grants that {by} recommended have been approved. We will pay them to the charities next.',
      },
    },
  },
  reopen: {
    kind: 'grant-received',
    own: {
      subject: 'Your grant is under review again',
      sentence:
        'Before we pay your grant, we have to review it once more. The amount stays set aside in {fund}. You don’t need to do anything; we will write to you when it is decided.',
    },
    others: {
      subject: 'A grant from your fund is under review again',
      sentence:
        'Before we pay the grant that {by} recommended, we have to review it once more. The amount stays set aside in {fund}. You don’t need to do anything; we will write to you when it is decided.',
    },
  },
  pay: {
    kind: 'grant-paid',
    own: { subject: 'Your grant was paid', sentence: 'We have paid your grant to the charity.' },
    others: {
      subject: 'A grant from your fund was paid',
      sentence: 'The grant that {by} recommended has been paid to the charity.',
    },
    several: {
      own: { subject: 'Your grants were paid', sentence: 'These grants were paid to the charities.' },
      others: {
        subject: 'Grants from your fund were paid',
        sentence: 'These grants that {by} recommended were paid to the charities.',
      },
    },
    again: {
      own: {
        subject: 'Your grant was paid on a later day',
        sentence:
          'The bank did not carry out the first payment of your grant, so we made it again. It was paid once, and nothing more was taken from {fund}.',
      },
      others: {
        subject: 'A grant from your fund was paid on a later day',
        sentence:
          'The bank did not carry out the first payment of the grant that {by} recommended, so we made it again. It was paid once, and nothing more was taken from {fund}.',
      },
    },
  },
  clear: {
    kind: 'grant-paid',
    own: { subject: 'The charity received your grant', sentence: 'The charity has received your grant.' },
    others: {
      subject: 'The charity received a grant from your fund',
      sentence: 'The charity has received the grant that {by} recommended.',
    },
    several: {
      own: {
        subject: 'The charities received your grants',
        sentence: 'The charities have received these grants.',
      },
      others: {
        subject: 'Charities received grants from your fund',
        sentence: 'The charities have received these grants that {by} recommended.',
      },
    },
  },
  cancel: {
    kind: 'grant-ended',
    own: {
      subject: 'Your grant recommendation was cancelled',
      sentence: 'Your recommendation has been cancelled.',
    },
    others: {
      subject: 'A grant recommendation was cancelled',
      sentence: 'The grant that {by} recommended has been cancelled.',
    },
    releases: true,
  },
  reject: {
    kind: 'grant-ended',
    own: {
      subject: 'Your grant recommendation was not approved',
      sentence: 'We could not approve your recommendation.',
    },
    others: {
      subject: 'A grant recommendation was not approved',
      sentence: 'We could not approve the grant that {by} recommended.',
    },
    releases: true,
  },
  void: {
    kind: 'grant-ended',
    own: {
      subject: 'Your grant was not paid',
      sentence: 'Your grant was cancelled before payment. The amount is available in {fund} again.',
    },
    others: {
      subject: 'A grant from your fund was not paid',
      sentence:
        'The grant that {by} recommended was cancelled before payment. The amount is available in {fund} again.',
    },
  },
  'void-payment': {
    kind: 'grant-ended',
    own: {
      subject: 'The payment of your grant was stopped',
      sentence: 'The payment of your grant was stopped. The amount is available in {fund} again.',
    },
    others: {
      subject: 'The payment of a grant was stopped',
      sentence:
        'The payment of the grant that {by} recommended was stopped. The amount is available in {fund} again.',
    },
    elsewhere:
      'The payment of a grant was stopped. Because the fund that made it is closed, the amount was credited to {account}.',
  },
  return: {
    kind: 'grant-ended',
    own: {
      subject: 'A grant was returned',
      sentence: 'All or part of a grant was returned. The amount returned is available in {fund} again.',
    },
    others: {
      subject: 'A grant was returned',
      sentence:
        'All or part of the grant that {by} recommended was returned. The amount returned is available in {fund} again.',
    },
    several: {
      own: {
        subject: 'Grants were returned',
        sentence:
          'All or part of each of these grants was returned. The amounts returned are available in {fund} again.',
      },
      others: {
        subject: 'Grants were returned',
        sentence:
          'All or part of each of these grants that {by} recommended was returned. The amounts returned are available in {fund} again.',
      },
    },
    elsewhere:
      'All or part of a grant was returned. Because the fund that made it is closed, the amount returned was credited to {account}.',
  },
  'reverse-return': {
    kind: 'grant-ended',
    own: {
      subject: 'Your grant was not returned after all',
      sentence:
        'We told you that all or part of your grant was returned. That was recorded by mistake: the charity has the money. We have taken the amount out of {fund} again.',
    },
    others: {
      subject: 'A grant was not returned after all',
      sentence:
        'We told you that all or part of the grant that {by} recommended was returned. That was recorded by mistake: the charity has the money. We have taken the amount out of {fund} again.',
    },
    elsewhere:
      'We told you that all or part of a grant was returned. That was recorded by mistake: the charity has the money. We have taken the amount out of {account} again.',
  },
}

/** A recommendation above the balance waits, and nothing is set aside for it (§12). */
export const waitingSentences = {
  own: 'We received your recommendation. It will wait until {fund} can cover it. Nothing has been set aside yet.',
  others:
    '{by} recommended this grant. It will wait until {fund} can cover it. Nothing has been set aside yet.',
} as const
