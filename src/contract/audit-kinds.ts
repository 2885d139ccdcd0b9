/**
 * The kinds of event in the audit log, each with the sentence that staff read. Its subject is the person concerned. A kind
 * that has been recorded keeps its name, because the hash chain covers it.
 */
export const auditKinds = {
  'password-accepted': 'Entered the correct password',
  'password-refused': 'Entered a wrong password',
  'password-throttled': 'Was delayed after too many attempts',
  'password-changed': 'Changed the password',
  'password-link-sent': 'Was sent a link to set a password',
  'user-ids-sent': 'Was sent the user IDs of an e-mail address',
  'email-code-sent': 'Was sent a code to verify an e-mail address',
  'signed-in': 'Logged in',
  'sign-in-refused': 'Was refused at login',
  'identity-linked': 'Logged in through this provider for the first time',
  'signed-out': 'Logged out',
  'session-ended': 'Had a session ended',
  'factor-accepted': 'Passed two-step verification',
  'factor-refused': 'Failed two-step verification',
  'factor-added': 'Added a way to log in',
  'factor-removed': 'Removed a way to log in',
  'device-remembered': 'Had a device remembered',
  'device-forgotten': 'Had a device forgotten',
  'step-up': 'Confirmed their identity again',
  'email-changed': 'Changed the e-mail address',
  'profile-changed': 'Had their name or contact details changed',
  'account-changed': 'Changed an account or its people',
  'mail-resent': 'Sent a message again',
  'document-added': 'Added a document to an account',
  'document-downloaded': 'Downloaded a document',
  'document-quarantined': 'Uploaded a document in which a virus was found',
  'document-removed': 'A document was deleted when its time was over',
  'contribution-entered': 'Entered a contribution',
  'contribution-cancelled': 'Cancelled a contribution',
  'content-submitted': 'Submitted a text for approval',
  'content-published': 'Published a text',
  'content-approved': 'Approved a text',
  'content-declined': 'Declined a text',
  'content-withdrawn': 'Withdrew a text that awaited approval',
  'content-unscheduled': 'Unscheduled a text',
} as const satisfies Record<string, string>

export type AuditKind = keyof typeof auditKinds
