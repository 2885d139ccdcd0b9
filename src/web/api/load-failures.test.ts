import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../testing/source-files.ts'

// A failure to load has one look: what failed, why, with which trace ID, and Try again (§8).

/** Files whose queries may fail without a message, and why. */
const withoutMessage: Readonly<Record<string, string>> = {
  'src/features/accounts/AccountBar.tsx': 'the page below loads the same account, and says it',
  'src/features/charity-profiles/staff/StatusCard.tsx': 'the sections below it load the same, and say it',
  'src/features/charity-vetting/staff/VettingStatus.tsx': 'the vettings below it load the same, and say it',
  'src/features/contact/ContactPage.tsx': 'the page works without the text of the editors',
  'src/features/contact/MemberForm.tsx': 'the current account can be chosen without the list of the others',
  'src/features/contributions/fund/ContributionFilters.tsx': 'the filters keep their fixed choices',
  'src/features/contributions/SigningOutcome.tsx': 'it asks again by itself for a minute',
  'src/features/fund-activity/statement/use-all-rows.ts': 'the printed statement says that rows are missing',
  'src/features/grants/baskets/SubmitBasket.tsx': 'the progress is asked again every second',
  'src/features/grants/baskets/UploadGrantsPage.tsx': 'a preference; without it, the server applies its own',
  'src/features/grants/giving/GivingFilters.tsx': 'the filters keep their fixed choices',
  'src/features/grants/recommend/GiveAgain.tsx': 'suggestions beside the search',
  'src/features/grants/review/FilterFields.tsx': 'the filter keeps its fixed choices',
  'src/features/grants/schedules/DueGrants.tsx': 'a forecast beside the balance',
  'src/features/home/VisitorHome.tsx': 'the page works without the text of the editors',
  'src/features/palette/use-choices.ts': 'the palette that uses it shows the failure',
  'src/features/palette/use-numbered.ts': 'the palette that uses it shows the failure',
  'src/features/promo/PromoStrip.tsx': 'an advertisement',
  'src/features/users/staff/SetsToConfirm.tsx': 'a count beside a link; its page says what it could not load',
  'src/web/content/shell-content.ts': 'the page came with its content',
  'src/web/routing/StaffNavigation.tsx': 'counts beside links; each page says what it could not load',
  'src/web/session/current-account.ts': 'the failure replaces the screen (src/app/web/ScreenFailure.tsx)',
}

const program = readSourceFiles().filter(
  file => !isTest(file) && /^src\/(web|features|app\/web)\//.test(file.path) && !/\/server\//.test(file.path),
)
const withQueries = program.filter(({ text }) => /\buse(Infinite|Suspense)?Quer(y|ies)\(/.test(text))
const showsFailure = (text: string) =>
  /<(LoadFailure|LinkFailure|NotLoaded|FactsFailure|StaffRecordPage|QueriedListTable)\b/.test(text)

test('finds the screens that load data', () => {
  expect(withQueries.length).toBeGreaterThan(80)
  expect(withQueries.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(withoutMessage)))
})

test.each(withQueries.map(({ path, text }) => ({ path, text })))(
  '$path says by LoadFailure that its data could not be loaded',
  ({ path, text }) => {
    expect(showsFailure(text)).toBe(!(path in withoutMessage))
  },
)

test('no screen has a sentence of its own for a failure to load', () => {
  /** A text of §8 about a command, and an error that is shown in other words. */
  const others = [
    'src/features/contact/bot-check/external-service.ts',
    'src/web/api/LoadFailure.tsx',
    'src/web/session/switch-currency.ts',
  ]
  const sentence = /(could not|couldn’t|cannot|can’t) (be )?(loaded|load|searched|search|compared)\b/i
  const found = program
    .filter(({ path }) => !others.includes(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter(line => sentence.test(line) && !/^\s*(\/\/|\/?\*|\{\/\*)/.test(line))
        .map(line => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})

test('a screen stays as it is when a later refresh fails', () => {
  const replaced = program
    .filter(({ text }) => /\bif \(\w+\.isError\)|\.isError\s*\?\s*\(?\s*</.test(text))
    .map(({ path }) => path)
  // A link that was ended must not stay open, and a search shows no results that are not its own.
  expect(replaced).toEqual([
    'src/features/account-opening/SignByLinkPage.tsx',
    'src/features/estate-cases/SuccessorPage.tsx',
    'src/features/grants/recommend/CharityStep.tsx',
  ])
})
