import { inPage, logo, overHttp, type Proofs } from './proof.ts'

export const proofsOfHowItSpeaks: Proofs = {
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
      reader: 'src/app/server/server.ts',
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
      reader: 'src/web/shell/Footer.tsx',
      effect: '<p>{footer.disclaimer}</p>',
      without: '<p />',
    },
    {
      test: inPage,
      title: 'footer: disclaimer and list of resources are the client’s',
      reader: 'src/web/shell/Footer.tsx',
      effect: 'footer.resources.length === 0',
      without: 'footer.resources.length >= 0',
    },
  ],
}
