/**
 * The texts that the requirements quote, or give word for word as the name of something on the screen, in their order; `{…}` varies. Tests
 * look for these on the rendered page. The table below has those whose screen is not built yet.
 */
export const quoted = {
  givingSeasonDeadlines: 'Giving Season Deadlines',
  permissionDenied: 'Permission Denied',
  loggingIn: 'Logging in...',
  error: 'ERROR',
  logOut: 'Log Out',
  openANewAccount: 'Open a New Account',
  formsResources: 'Forms/Resources',
  viewAccounts: 'View Accounts',
  givingResources: 'Giving Resources',
  statementGuide: 'A Guide to Reading Your Donor-Advised Fund Statement',
  previousGrants: 'Previous Grants To This Charity',
  manageAccount: 'Manage Account',
  additionalDocuments: 'Additional Documents',
  removeQuestion: 'Are you sure you want to remove?',
  editYourName: 'Edit Your Name',
  editInformation: 'Edit Information',
  cannotAdjustOnline:
    'This action can’t be adjusted online. Please contact the provider by phone or email for further assistance.',
  acknowledgmentOfTerms: 'Acknowledgment of Terms',
  acknowledgeTheTerms: 'I acknowledge the terms',
  thankYou: 'Thank You',
  updatesSaved: 'Your requested updates have been saved.',
  processingPleaseWait: 'Processing... Please wait.',
  signDocument: 'Sign Document',
  processing: 'Processing...',
  noPendingDocuments: 'No documents pending action at this time.',
  redirectingYou: 'Please Wait: Redirecting you to',
  contributionDeadlines: 'Contribution Deadlines',
  grantGuidelines: 'Grant Guidelines',
  needHelp: 'Need Help?',
  pleaseWait: 'Please wait',
  removeCharityQuestion: 'Are you sure you want to remove this charity?',
  currencyQuestion: 'Are you sure? You will lose any unsaved changes.',
  nowViewing: 'You are now viewing your {currency} account',
  couldNotLoadAlternate: 'Could not load alternate fund view',
  youHaveUnsavedChanges: 'You have unsaved changes',
  validationFailed: 'Validation Failed:',
  noAccessToSite: 'You do not have access to this site, please contact support if problem persists.',
  loggedOut: 'Logged out:',
  loggedOutForInactivity: 'You have been logged out due to inactivity',
  notOnPage: 'not on page',
  // Replaced by the screen's own sentence when logging in: the test checks that it does not appear.
  invalidUsernameOrPassword: 'Invalid Username or Password',
  accessDenied: 'Access denied.',
  noAccessToSubmit: 'You do not have access to submit this form.',
  noAccessToForm: 'You do not have access to submit this form. Please contact your administrator.',
  somethingWentWrong: 'An error occurred. Sorry, something went wrong:',
  contactSupport: 'Please reach out to support via the Contact Page for assistance',
  issueWith: 'We’re sorry, there is currently an issue with',
  temporarilyUnavailable: 'and the service is temporarily unavailable. Please refresh and try again.',
  apology:
    'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.',
  // The specification says 'cannot dispay', a typing error.
  cannotDisplayCharity:
    'Due to an issue with the charity’s status, we cannot display the charity details at this time but you can still review the previous grant details below.',
  cannotProcessGrant:
    'Due to an issue with the charity’s status, we cannot process your grant recommendation at this time.',
  forMoreInformation: 'For more information or support, please reach out via the Contact page.',
  stillHere: 'I’m still here',
  logMeOut: 'Log me out',
} as const

/** Quoted texts whose screen is not built yet, with the screen. */
export const quotedLater = [
  { text: "Please save or close the '{section}' section", screen: 'the account pages (§2.8, §2.9)' },
  { text: 'Allocation Total must equal 0% or 100%', screen: 'the account pages (§2.8, §2.9)' },
  { text: 'You cannot update your legacy plan online.', screen: 'the account pages (§2.8, §2.9)' },
] as const
