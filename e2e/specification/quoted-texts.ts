/** `seenBy`: the beginning of the title of a test that finds the text on the rendered page; `later`: its screen is not built yet. */
export type QuotedText = { text: string } & ({ seenBy: string } | { later: string })

const accountPages = 'the account pages (§2.8, §2.9)'
const documents = 'pending documents (§2.10)'
const toggle = 'the currency toggle (§4)'
const sectionsOfGivingSeason =
  'giving season at {client} opens three sections by keyboard, keeps them in the URL'
const charityAlerts = 'shows an alert for a rejected charity, and no details of a deleted one'
const idleWarning = 'a warning three minutes before the limit counts down in mm:ss without taking the focus'

/**
 * Every text that the specification quotes, or gives word for word as the name of something on the screen, in its order;
 * `{…}` varies. A comment marks each text that differs from the specification.
 */
export const quotedTexts: readonly QuotedText[] = [
  {
    text: 'Giving Season Deadlines',
    seenBy: 'a signed-in person sees the Giving Season Deadlines banner at the first paint',
  },
  { text: 'Manage Account', later: accountPages },
  {
    text: 'Permission Denied',
    seenBy: 'shows an unknown address like a denied one',
  },
  {
    text: 'Logging in...',
    seenBy: "shows 'Please wait' while a sign-in is being validated",
  },
  { text: 'ERROR', seenBy: "the profile menu shows 'ERROR' without a user name" },
  {
    text: 'Log Out',
    seenBy: 'the mobile menu opens by its toggle, does not trap the focus, and closes by Escape',
  },
  {
    text: 'Open a New Account',
    seenBy: 'opens the account opening as a PDF in a new tab at a client that is not a bank',
  },
  {
    text: 'Forms/Resources',
    seenBy: 'the top bar of ubs, glenmede and tolleson has Contact and Forms/Resources',
  },
  {
    text: 'View Accounts',
    seenBy: 'a donor at {client} signs in, changes the account, reads a section',
  },
  {
    text: 'Giving Resources',
    seenBy: "shows the resource cards under 'Giving Resources'",
  },
  {
    text: 'A Guide to Reading Your Donor-Advised Fund Statement',
    seenBy: 'Fund Activity links to the guide to the statement, a PDF in a new tab',
  },
  {
    text: 'Previous Grants To This Charity',
    seenBy: 'a viewer at {client} can neither recommend a grant nor save a charity',
  },
  { text: 'Additional Documents', later: accountPages },
  { text: 'Are you sure you want to remove?', later: accountPages },
  { text: 'Acknowledgment of Terms', later: accountPages },
  { text: 'I acknowledge the terms', later: accountPages },
  {
    text: 'Processing... Please wait.',
    seenBy: "shows 'Processing... Please wait.' while submitting, hides the buttons and sends once",
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
  { text: 'Please wait', seenBy: "shows 'Please wait' while a sign-in is being validated" },
  { text: 'Are you sure? You will lose any unsaved changes.', later: toggle },
  { text: 'You are now viewing your {currency} account', later: toggle },
  {
    text: 'Are you sure you want to remove this charity?',
    seenBy: 'adds a charity to the list at once, and removes it after',
  },
  {
    text: 'You have unsaved changes',
    seenBy: 'asks before leaving with unsaved changes',
  },
  { text: 'Validation Failed:', seenBy: 'shows the toast and leads home when a sign-in cannot be validated' },
  {
    text: 'You do not have access to this site, please contact support if problem persists.',
    seenBy: 'shows the toast and leads home when a sign-in cannot be validated',
  },
  {
    text: 'Logged out:',
    seenBy: 'the limit removes toasts, dialogs and the current account, and Back shows nothing',
  },
  {
    text: 'You have been logged out due to inactivity',
    seenBy: 'the limit removes toasts, dialogs and the current account, and Back shows nothing',
  },
  {
    text: 'not on page',
    seenBy: "fails with 'not on page' in a document that is not the portal's",
  },
  { text: 'Allocation Total must equal 0% or 100%', later: accountPages },
  { text: 'You cannot update your legacy plan online.', later: accountPages },
  // Replaced by the screen's own sentence when logging in: the test checks that it does not appear.
  {
    text: 'Invalid Username or Password',
    seenBy: 'reports a wrong password once, in the form and with its own message',
  },
  { text: 'Could not load alternate fund view', later: toggle },
  { text: 'Access denied.', seenBy: "shows HTTP 400 'Access denied.' as a toast with an ID" },
  {
    text: 'You do not have access to submit this form. Please contact your administrator.',
    seenBy: "shows HTTP 400 'Access denied.' as a toast with an ID",
  },
  {
    text: 'An error occurred. Sorry, something went wrong:',
    seenBy: 'lists the fields of any other 400 and links to the contact page',
  },
  {
    text: 'Please reach out to support via the Contact Page for assistance',
    seenBy: 'lists the fields of any other 400 and links to the contact page',
  },
  {
    text: "We're sorry, there is currently an issue with",
    seenBy: 'names the bot check when it is unavailable',
  },
  {
    text: 'and the service is temporarily unavailable. Please refresh and try again.',
    seenBy: 'names the bot check when it is unavailable',
  },
  {
    text: 'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.',
    seenBy: 'shows any other server failure as an apology with its trace ID',
  },
  // The specification says 'cannot dispay', a typing error.
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
  { text: 'Log me out', seenBy: '"Log me out" ends the session at once, in the browser and on the server' },
]
