/** `seenBy`: how the title of the test begins that sees the text in the rendered page; `later`: what has no screen yet. */
export type QuotedText = { text: string } & ({ seenBy: string } | { later: string })

const accountPages = 'the account pages (§2.8, §2.9)'
const documents = 'pending documents (§2.10)'
const toggle = 'the currency toggle (§4)'
const sectionsOfGivingSeason =
  '§2.11 giving season at {client}: three sections open by keyboard and in the address'
const charityAlerts = '§8 a charity that is rejected has its alert, and one that is deleted shows no details'
const idleWarning =
  '§9 a warning three minutes before the limit counts down in mm:ss and takes the focus from nobody'

/**
 * Every text that the specification has in quotes, or gives word for word as the name of something on the screen, in its
 * order; `{…}` varies. What open-points 9 words otherwise says so.
 */
export const quotedTexts: readonly QuotedText[] = [
  {
    text: 'Giving Season Deadlines',
    seenBy: '§1 the signed-in see the Giving Season Deadlines banner with the first paint',
  },
  { text: 'Manage Account', later: accountPages },
  {
    text: 'Permission Denied',
    seenBy: '§2.12 an address that no screen has shows the same as one that is denied',
  },
  {
    text: 'Logging in...',
    seenBy: "§2.12 'Please wait' stands there while the check of a sign-in completes",
  },
  { text: 'ERROR', seenBy: "§2.3: without a user name the profile menu shows 'ERROR'" },
  {
    text: 'Log Out',
    seenBy:
      '§2.3: the mobile menu opens by its toggle, keeps nobody in it, closes by Escape and on navigation',
  },
  {
    text: 'Open a New Account',
    seenBy: '§2.3: opening an account is a PDF in a new tab at a client that is no bank',
  },
  {
    text: 'Forms/Resources',
    seenBy: '§2.3: Contact and Forms/Resources stand in the top bar of ubs, glenmede and tolleson',
  },
  {
    text: 'View Accounts',
    seenBy: 'look: at {client} a donor signs in, changes the account, reads a section',
  },
  {
    text: 'Giving Resources',
    seenBy: "§2.5: the strip is titled 'Giving Resources' and shows the resource cards",
  },
  {
    text: 'A Guide to Reading Your Donor-Advised Fund Statement',
    seenBy: '§2.6: Fund Activity leads to the guide to the statement, a PDF in a new tab',
  },
  {
    text: 'Previous Grants To This Charity',
    seenBy: 'open-points 3 at {client} a viewer looks on: no grant can be recommended, no charity kept',
  },
  { text: 'Additional Documents', later: accountPages },
  { text: 'Are you sure you want to remove?', later: accountPages },
  { text: 'Acknowledgment of Terms', later: accountPages },
  { text: 'I acknowledge the terms', later: accountPages },
  {
    text: 'Processing... Please wait.',
    seenBy: "§2.9: while it submits it shows 'Processing... Please wait.', hides the buttons and sends once",
  },
  { text: 'Thank You', later: accountPages },
  { text: 'Your requested updates have been saved.', later: accountPages },
  { text: 'Edit Your Name', later: accountPages },
  { text: 'Edit Information', later: accountPages },
  {
    text: "This action can't be adjusted online. Please contact the provider by phone or email for further assistance.",
    later: accountPages,
  },
  { text: "Please save or close the '{section}' section", later: accountPages },
  { text: 'Sign Document', later: documents },
  { text: 'No documents pending action at this time.', later: documents },
  { text: 'Please Wait: Redirecting you to', later: documents },
  { text: 'Contribution Deadlines', seenBy: sectionsOfGivingSeason },
  { text: 'Grant Guidelines', seenBy: sectionsOfGivingSeason },
  { text: 'Need Help?', seenBy: sectionsOfGivingSeason },
  { text: 'Please wait', seenBy: "§2.12 'Please wait' stands there while the check of a sign-in completes" },
  { text: 'Are you sure? You will lose any unsaved changes.', later: toggle },
  { text: 'You are now viewing your {currency} account', later: toggle },
  {
    text: 'Are you sure you want to remove this charity?',
    seenBy: '§4 a charity is on the list at once, and leaves it after',
  },
  {
    text: 'You have unsaved changes',
    seenBy: '§4: unsaved changes keep the page until leaving is confirmed',
  },
  { text: 'Validation Failed:', seenBy: '§4 a sign-in that is not validated shows the toast and leads home' },
  {
    text: 'You do not have access to this site, please contact support if problem persists.',
    seenBy: '§4 a sign-in that is not validated shows the toast and leads home',
  },
  {
    text: 'Logged out:',
    seenBy: '§4 at the limit toasts, dialogs and the current account are gone, and Back shows nothing',
  },
  {
    text: 'You have been logged out due to inactivity',
    seenBy: '§4 at the limit toasts, dialogs and the current account are gone, and Back shows nothing',
  },
  {
    text: 'not on page',
    seenBy: "§4 a document that is not the portal's own is 'not on page'",
  },
  { text: 'Allocation Total must equal 0% or 100%', later: accountPages },
  { text: 'You cannot update your legacy plan online.', later: accountPages },
  // Blanked on the log-in path: it is seen not to be there.
  {
    text: 'Invalid Username or Password',
    seenBy: '§5 a wrong password is said once, in the form and not in the server’s words',
  },
  { text: 'Could not load alternate fund view', later: toggle },
  { text: 'Access denied.', seenBy: "§8 HTTP 400 'Access denied.' is a toast with an ID" },
  {
    text: 'You do not have access to submit this form. Please contact your administrator.',
    seenBy: "§8 HTTP 400 'Access denied.' is a toast with an ID",
  },
  {
    text: 'An error occurred. Sorry, something went wrong:',
    seenBy: '§8 another 400 lists its fields, and leads to the contact page',
  },
  {
    text: 'Please reach out to support via the Contact Page for assistance',
    seenBy: '§8 another 400 lists its fields, and leads to the contact page',
  },
  {
    text: "We're sorry, there is currently an issue with",
    seenBy: '§8 a bot check that is not available is named',
  },
  {
    text: 'and the service is temporarily unavailable. Please refresh and try again.',
    seenBy: '§8 a bot check that is not available is named',
  },
  {
    text: 'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.',
    seenBy: '§8 any other failure of the server is an apology with its trace id',
  },
  // open-points 9: 'cannot dispay' is a slip of the pen.
  {
    text: "Due to an issue with the charity's status, we cannot display the charity details at this time but you can still review the previous grant details below.",
    seenBy: charityAlerts,
  },
  {
    text: "Due to an issue with the charity's status, we cannot process your grant recommendation at this time.",
    seenBy: charityAlerts,
  },
  { text: 'For more information or support, please reach out via the Contact page.', seenBy: charityAlerts },
  { text: "I'm still here", seenBy: idleWarning },
  { text: 'Log me out', seenBy: '§9 "Log me out" ends the session at once, here and on the server' },
]
