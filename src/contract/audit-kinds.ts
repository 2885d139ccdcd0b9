/**
 * Everything that the audit trail records (issue 3, 10), each with the sentence that the staff read; its subject is the person
 * whom the event is about. A kind that has been recorded keeps its name: it stands in the chain.
 */
export const auditKinds = {
  'password-accepted': 'Gave the right password',
  'password-refused': 'Gave a wrong password',
  'password-throttled': 'Had to wait after too many attempts',
  'password-changed': 'Changed the password',
  'password-link-sent': 'Was sent a link to set a password',
  'user-ids-sent': 'Was sent the user IDs of an e-mail address',
  'email-code-sent': 'Was sent a code to prove an e-mail address',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Was refused at sign-in',
  'identity-linked': 'Signed in through this provider for the first time',
  'signed-out': 'Logged out',
  'session-ended': 'Had a session ended',
  'factor-accepted': 'Passed the second step',
  'factor-refused': 'Failed the second step',
  'factor-added': 'Added a way to sign in',
  'factor-removed': 'Removed a way to sign in',
  'device-remembered': 'Had a device remembered',
  'device-forgotten': 'Had a device forgotten',
  'step-up': 'Confirmed again that it is them',
  'email-changed': 'Changed the e-mail address',
  'content-submitted': 'Submitted a text for approval',
  'content-published': 'Published a text',
  'content-approved': 'Approved a text',
  'content-declined': 'Declined a text',
  'content-withdrawn': 'Withdrew a text that awaited approval',
  'content-unscheduled': 'Unscheduled a text',
} as const satisfies Record<string, string>

export type AuditKind = keyof typeof auditKinds
