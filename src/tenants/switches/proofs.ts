/**
 * What shows that a switch has its effect: a test, and where the effect is made. `tools/prove-switches.ts` takes the effect
 * away there, by writing `without` in the place of `effect`, and sees the test fail.
 */
export type Proof = {
  /** The file of the test, and its whole title without those of its groups. */
  test: string
  title: string
  /** The file that reads the switch, and the words in it that give it its effect; they stand there once. */
  reader: string
  effect: string
  without: string
}

const overHttp = 'src/tenants/switches/over-http.test.ts'
const inPage = 'src/tenants/switches/in-page.test.tsx'
const eleventh = 'src/tenants/eleventh-client.test.ts'
const guards = 'src/web/routing/guards.test.ts'
const recommend = 'src/features/grants/server/recommend-grant.ts'
const ofBooks = 'src/server/http/request/book-of-request.ts'
const screens = 'src/web/routing/screens.ts'
const screenPaths = 'src/contract/screen-paths.ts'
const twoPeople = 'src/features/content/server/over-http/two-people.test.ts'
const submitting = 'src/features/content/server/editing/changing/submit-content.ts'
const approvalTitle = 'what an editor submits waits, and shows once somebody else approves it'
const logo = 'src/web/shell/header/Logo.tsx'

const hostTitle = 'its host answers with its own context, and the hosts of the others with theirs'
const openingTitle =
  'Open a New Account shows with ACCOUNT_CREATE_VIEW, as a PDF in a new tab at clients that are no bank'

/** Every switch that is read, each with at least one proof; the others stand in not-yet-read.ts. */
export const proofs: Readonly<Record<string, readonly Proof[]>> = {
  name: [
    {
      test: eleventh,
      title: hostTitle,
      reader: 'src/features/shell/server/client-context.ts',
      effect: 'client: client.name',
      without: `client: 'npt'`,
    },
  ],
  kind: [
    {
      test: guards,
      title: openingTitle,
      reader: screenPaths,
      effect: `house.kind !== 'bank' && `,
      without: '',
    },
  ],
  realm: [
    {
      test: eleventh,
      title: 'its people sign in, and only there',
      reader: 'src/features/sign-in/server/log-in/check-password.ts',
      effect: 'databases.realm(client.realm)',
      without: `databases.realm('npt')`,
    },
  ],
  book: [
    {
      test: eleventh,
      title: hostTitle,
      reader: ofBooks,
      effect: 'return client.book\n',
      without: `return { name: 'npt', currency: 'USD' }\n`,
    },
  ],
  secondaryBook: [
    {
      test: overHttp,
      title: 'secondaryBook: its other currency is one that can be asked for',
      reader: ofBooks,
      effect: '[client.book, client.secondaryBook]',
      without: '[client.book]',
    },
    {
      test: overHttp,
      title: 'secondaryBook: its other currency is one that can be asked for',
      reader: ofBooks,
      effect: 'client.secondaryBook === null ? [client.book]',
      without: `client.secondaryBook === null ? [client.book, { name: 'nptukusd', currency: 'USD' as const }]`,
    },
  ],

  displayName: [
    {
      test: inPage,
      title: 'displayName and tagline: whose house it is stands in the logo and on home',
      reader: 'src/features/home/VisitorHome.tsx',
      effect: 'Welcome to {displayName}',
      without: 'Welcome',
    },
  ],
  tagline: [
    {
      test: inPage,
      title: 'displayName and tagline: whose house it is stands in the logo and on home',
      reader: logo,
      effect: 'client.tagline}, home',
      without: 'client.displayName}, home',
    },
  ],
  locale: [
    {
      test: inPage,
      title: 'locale: dates are written as the client writes them',
      reader: 'src/features/fund-activity/statement/StatementSummary.tsx',
      effect: 'formatDate(lastDay, locale)',
      without: `formatDate(lastDay, 'en-US')`,
    },
    {
      test: overHttp,
      title: 'locale: what is said is spelled as the client spells it',
      reader: 'src/features/grants/server/grant-details.ts',
      effect: 'grant.purpose_text, client.locale)',
      without: `grant.purpose_text, 'en-US')`,
    },
  ],
  timeZone: [
    {
      test: overHttp,
      title: 'timeZone: the day is the sponsor’s',
      reader: 'src/server/app.ts',
      effect: 'dateOf(now, client.timeZone)',
      without: `dateOf(now, 'America/New_York')`,
    },
  ],
  support: [
    {
      test: inPage,
      title: 'support: the phone and e-mail of the client stand where help is offered',
      reader: 'src/features/home/VisitorHome.tsx',
      effect: 'Call {house.support.phone}',
      without: 'Call +1 215 555 0100',
    },
  ],
  footer: [
    {
      test: inPage,
      title: 'footer: disclaimer and list of resources are the client’s',
      reader: 'src/web/shell/footer/Footer.tsx',
      effect: '<p>{footer.disclaimer}</p>',
      without: '<p />',
    },
    {
      test: inPage,
      title: 'footer: disclaimer and list of resources are the client’s',
      reader: 'src/web/shell/footer/Footer.tsx',
      effect: 'footer.resources.length === 0',
      without: 'footer.resources.length >= 0',
    },
  ],

  menu: [
    {
      test: guards,
      title: 'Contact and Forms/Resources stand where they belong at %s',
      reader: 'src/web/routing/menu.ts',
      effect: `house.menu === 'top-bar'`,
      without: 'house.displayName.length === 0',
    },
    {
      test: 'src/web/shell/Shell.test.tsx',
      title: '§2.3: a client with a top bar hides the dropdowns of the main menu',
      reader: 'src/web/shell/header/Header.tsx',
      effect: `hasDropdowns={client.menu === 'full'}`,
      without: 'hasDropdowns={true}',
    },
  ],
  logoWidthDesktopPx: [
    {
      test: inPage,
      title: 'logoWidthDesktopPx and logoWidthMobilePx: the logo is as wide as the client says',
      reader: logo,
      effect: 'client.logoWidthDesktopPx}px',
      without: '610}px',
    },
  ],
  logoWidthMobilePx: [
    {
      test: inPage,
      title: 'logoWidthDesktopPx and logoWidthMobilePx: the logo is as wide as the client says',
      reader: logo,
      effect: 'client.logoWidthMobilePx}px',
      without: '60}px',
    },
  ],
  dashboardSubNavigation: [
    {
      test: guards,
      title:
        '§2.2 the dashboard’s pages are the client’s, for whoever may open accounts where accounts can be opened',
      reader: 'src/web/routing/menu.ts',
      effect: 'return house.dashboardSubNavigation\n',
      without: 'return [...house.dashboardSubNavigation].slice(1)\n',
    },
  ],
  givingGuide: [
    {
      test: guards,
      title: 'the giving guide is an entry of the help, in a new tab where it is the client’s link',
      reader: screens,
      effect: `house.givingGuide.kind === 'link' ? house.givingGuide.href : null`,
      without: 'house.displayName ? null : null',
    },
  ],
  opening: [
    {
      test: guards,
      title: openingTitle,
      reader: screenPaths,
      effect: `house.opening.kind === 'pdf' ? house.opening.href : null`,
      without: 'house.displayName ? null : null',
    },
  ],
  resourcesFor: [
    {
      test: guards,
      title:
        'Forms/Resources shows to visitors at npt alone, to an editor without the permission at npt and nptuk alone',
      reader: screens,
      effect: 'house => resourcesAccess[house.resourcesFor]',
      without: '() => resourcesAccess.everybody',
    },
  ],

  showsClosedStatus: [
    {
      test: overHttp,
      title: 'showsClosedStatus: the status follows the name of a closed account, or does not',
      reader: 'src/features/accounts/server/account-on-wire.ts',
      effect: 'client.showsClosedStatus',
      without: 'true',
    },
  ],
  excludedAssetsPopover: [
    {
      test: inPage,
      title: 'excludedAssetsPopover: Excluded Assets is explained, or not',
      reader: 'src/features/fund-activity/statement/StatementSummary.tsx',
      effect: 'term: excludedAssetsPopover ?',
      without: 'term: locale ?',
    },
  ],

  charityRegisters: [
    {
      test: overHttp,
      title: 'charityRegisters: what is found and granted to stands on the client’s registers',
      reader: 'src/features/charities/server/found-charities.ts',
      effect: 'const registers = client.charityRegisters',
      without: `const registers = ['irs-bmf', 'uk'] as const`,
    },
    {
      test: overHttp,
      title: 'charityRegisters: what is found and granted to stands on the client’s registers',
      reader: recommend,
      effect: '!client.charityRegisters.includes(standing.register)',
      without: 'false',
    },
  ],
  minimumGrantMinor: [
    {
      test: overHttp,
      title: 'minimumGrantMinor: the smallest grant',
      reader: recommend,
      effect: 'const minimum = client.minimumGrantMinor',
      without: 'const minimum = 250_00n',
    },
  ],
  wholeUnitsOnly: [
    {
      test: overHttp,
      title: 'wholeUnitsOnly: cents, or none',
      reader: recommend,
      effect: 'client.wholeUnitsOnly && ',
      without: '',
    },
  ],
  overBalance: [
    {
      test: overHttp,
      title: 'overBalance: more than is available is refused, or waits for funds',
      reader: recommend,
      effect: `if (client.overBalance === 'block') return`,
      without: 'return',
    },
  ],
  fourEyesFromMinor: [
    {
      test: overHttp,
      title: 'fourEyesFromMinor: from this amount on the payer is not the approver',
      reader: 'src/features/grants/server/four-eyes.ts',
      effect: 'grant.amount_minor >= client.fourEyesFromMinor',
      without: 'grant.amount_minor >= 25_000_00n',
    },
  ],
  stepUpFromMinor: [
    {
      test: overHttp,
      title: 'stepUpFromMinor: from this amount on recommending asks who is there',
      reader: recommend,
      effect: 'asked.amountMinor >= settings.client.stepUpFromMinor',
      without: 'asked.amountMinor >= 100_000_00n',
    },
  ],
  inSecondaryBook: [
    {
      test: 'src/server/http/request/book-of-request.test.ts',
      title: 'open-points 6 each of its books grants from its own least amount',
      reader: ofBooks,
      effect: '{ ...client, ...client.inSecondaryBook }',
      without: 'client',
    },
  ],

  profileUpdates: [
    {
      test: 'src/features/password/server/over-http/change-password.test.ts',
      title: 'open-points 2 where the client disables profile updates the change is refused',
      reader: 'src/features/password/server/change-password.ts',
      effect: `if (!client.profileUpdates) throw new Problem('access-denied')\n`,
      without: '\n',
    },
    {
      test: 'src/features/profile/server/email.test.ts',
      title: 'open-points 2 with profile updates off a change is refused, and the forced one still works',
      reader: 'src/features/profile/server/ask-email-change.ts',
      effect: '(actor.hasAccess && client.profileUpdates)',
      without: 'actor.hasAccess',
    },
    {
      test: guards,
      title: 'where the client takes no profile updates, Update Password is no screen and in no menu',
      reader: 'src/contract/screen-paths.ts',
      effect: 'client.profileUpdates && ',
      without: '',
    },
  ],
  mapsEmailToSsoId: [
    {
      test: 'src/features/profile/server/email.test.ts',
      title:
        '§5 where the client maps e-mail to SSO id, the user id follows, and one that is taken is refused',
      reader: 'src/features/profile/server/confirm-email-change.ts',
      effect: 'client.mapsEmailToSsoId ? asSsoId(spent.newEmail) : null',
      without: 'null',
    },
  ],
  botCheck: [
    {
      test: 'src/server/bot-check/outside-service.test.ts',
      title: 'gives the browser the client’s key, and asks the service with the client’s secret',
      reader: 'src/server/bot-check/bot-check.ts',
      effect: `if (botCheck.service !== 'altcha') return`,
      without: `if (botCheck.service !== botCheck.service) return`,
    },
  ],
  twoPersonPublishing: [
    {
      test: twoPeople,
      title: approvalTitle,
      reader: submitting,
      effect: 'at.mayPublish && !at.client.twoPersonPublishing',
      without: 'at.mayPublish',
    },
    {
      test: twoPeople,
      title: approvalTitle,
      reader: submitting,
      effect: 'takesTwo: at.client.twoPersonPublishing',
      without: 'takesTwo: false',
    },
  ],
  identityProviders: [
    {
      test: 'src/features/password/server/over-http/no-passwords.test.ts',
      title:
        'issue 3 a client whose people all sign in at its own provider sets, changes and mails no passwords',
      reader: 'src/features/password/server/new-password.ts',
      effect: `!client.identityProviders.some(({ kind }) => kind === 'embedded')`,
      without: '!client.name',
    },
    {
      test: 'src/server/identity/providers/over-http/openid.test.ts',
      title: 'open-points 8 a visitor of a client with several providers chooses on the sign-in screen',
      reader: 'src/features/shell/server/client-context.ts',
      effect: 'identityProviders: client.identityProviders.map(',
      without: 'identityProviders: client.identityProviders.slice(1).map(',
    },
  ],
  secondFactor: [
    {
      test: 'src/features/sign-in/server/log-in/over-http/set-up.test.ts',
      title: 'open-points 8 sets up one-time codes right after the password, gets backup codes, and is in',
      reader: 'src/server/identity/factors/must-have-factor.ts',
      effect: 'switch (client.secondFactor)',
      without: `switch ('offered' as Client['secondFactor'])`,
    },
    {
      test: 'src/features/sign-in/server/log-in/over-http/set-up.test.ts',
      title: 'open-points 8 where the staff alone must, donors are let in by their password',
      reader: 'src/server/identity/factors/must-have-factor.ts',
      effect: 'switch (client.secondFactor)',
      without: `switch ('everybody' as Client['secondFactor'])`,
    },
  ],
}
