import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../testing/source-files.ts'

// A change is said, not only shown (docs/decisions/0071-access-beyond-axe.md): by a toast, by a message that takes the focus, or by the
// heading of the page that a command leads to.

const files = readSourceFiles().filter(
  file => !isTest(file) && /^src\/(web|features|app\/web)\//.test(file.path) && !/\/server\//.test(file.path),
)
const isContract = (path: string) => path.endsWith('.contract.ts')

/** The commands that change what a person sees. A silent one reads, begins something, or saves what is being typed. */
const commands = files
  .filter(({ path }) => isContract(path))
  .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = endpoint\(\{([\s\S]*?)\n\}\)/g)])
  .filter(([, , body = '']) => body.includes("method: 'POST'") && !body.includes('silent: true'))
  .map(([, name = '']) => name)

const named = new RegExp(`\\b(${commands.join('|')})\\b`)
const sending = files
  .filter(({ path, text }) => !isContract(path) && named.test(text.match(/^import[\s\S]*?\n\n/)?.[0] ?? ''))
  .map(({ path, text }) => ({ path, text }))

/** A sentence handed to the page that shows it counts, as do the functions that show one. */
const says =
  /\bshowToast\(|\brole="status"|<Alert\b|\btakesFocus\b|\bafterRemoval\(|\buseRemoval\(|\bshowChange\(|<UploadForm\b|\bdoneSentence\(|\bpress\(|\bafterReceiving\(|\bonDone\(\s*[^)\s]/
const leads = /\bnavigate\(|\bhistory\.push\(|\bhistory\.replace\(/

/** Where the component says it that gave a function for it, or that has the hook. */
const saidBy: Readonly<Record<string, string>> = {
  'src/features/account-details/AccountStatusForm.tsx':
    'src/features/account-details/AccountStatusSection.tsx',
  'src/features/account-opening/link-calls.ts': 'src/features/signing/SigningState.tsx',
  'src/features/account-opening/staff/DecideApplication.tsx':
    'src/features/account-opening/staff/ReviewApplicationPage.tsx',
  'src/features/contact/MemberForm.tsx': 'src/features/contact/SentMessage.tsx',
  'src/features/contact/VisitorForm.tsx': 'src/features/contact/SentMessage.tsx',
  'src/features/content/editor/files/UploadBox.tsx': 'src/features/content/editor/files/ContentFilesPage.tsx',
  'src/features/content/editor/publish/DeclineForm.tsx':
    'src/features/content/editor/publish/PendingPanel.tsx',
  'src/features/contributions/fund/AnnounceForm.tsx': 'src/features/contributions/fund/ContributePage.tsx',
  'src/features/contributions/fund/WithdrawDialog.tsx':
    'src/features/contributions/fund/FundContributions.tsx',
  'src/features/grants/CancelGrant.tsx': 'src/features/grants/GrantPage.tsx',
  'src/features/grants/review/DecisionForm.tsx': 'src/features/grants/review/ReviewGrantPage.tsx',
  'src/features/identity/passwords/ForgotUserPage.tsx': 'src/features/identity/passwords/CheckYourEmail.tsx',
  'src/features/identity/passwords/RequestLink.tsx': 'src/features/identity/passwords/PasswordSetupPage.tsx',
  'src/features/legacy-plan/use-plan-form.ts': 'src/features/legacy-plan/LegacyPlanForm.tsx',
  'src/features/payments/staff/RecordContact.tsx': 'src/features/payments/staff/OutstandingCheques.tsx',
  'src/features/people/email/AddressStep.tsx': 'src/features/people/email/ChangeEmailPage.tsx',
  'src/features/signing/signing-calls.ts': 'src/features/signing/SigningState.tsx',
  'src/features/transfers/TransferForm.tsx': 'src/features/transfers/TransfersSection.tsx',
}

/** Commands after which nothing is said, and why. */
const unsaid: Readonly<Record<string, string>> = {
  'src/features/identity/login/SetUpCodes.tsx': 'a login goes on to its next step, whose heading says it',
  'src/features/identity/login/complete-sign-in.ts': 'a login ends in the first page',
  'src/features/identity/security/BackupCodesSection.tsx':
    'the new codes are a dialog, which takes the focus',
  'src/features/payments/staff/RunFiles.tsx': 'the browser says that it saved a file',
  'src/features/people/profile/PreferencesSection.tsx': 'each is a box or choice that says its own state',
  'src/features/posting-batches/staff/DivideTotal.tsx': 'EnterBatch leads to the page of the batch',
  'src/features/posting-batches/staff/NewBatch.tsx': 'EnterBatch leads to the page of the batch',
}

test('finds the commands and the files that send them', () => {
  expect(commands.length).toBeGreaterThan(180)
  expect(sending.length).toBeGreaterThan(140)
  const paths = sending.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([...Object.keys(saidBy), ...Object.keys(unsaid)]))
})

test.each(sending)('$path says what its commands changed', ({ path, text }) => {
  const other = files.find(file => file.path === saidBy[path])
  if (other) expect(other.text).toMatch(says)
  else expect(says.test(text) || leads.test(text)).toBe(!(path in unsaid))
})
