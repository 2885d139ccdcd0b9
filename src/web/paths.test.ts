import { expect, test } from 'vitest'
import type { IsoDate } from '../domain/dates.ts'
import { paths } from './paths.ts'

test('§2.1 the map of addresses', () => {
  const dates = { from: '2026-01-01' as IsoDate, to: '2026-03-31' as IsoDate }
  expect({
    home: paths.home(),
    passwordSetup: paths.passwordSetup(),
    forgotUser: paths.forgotUser(),
    denied: paths.denied(),
    changeEmail: paths.changeEmail(),
    signIn: paths.signIn('/fund-activity?range=last-year'),
    fundActivity: paths.fundActivity(),
    fundActivityRange: paths.fundActivity({ range: 'last-year', open: [1, 2] }),
    fundActivityDates: paths.fundActivity({ range: 'last-year', dates }),
    charityActivity: paths.charityActivity('US-EIN-010631747'),
    recommendGrant: paths.recommendGrant(),
    recommendGrantFromCharity: paths.recommendGrant({ charityId: 'GB-SC-SC012345' }),
    recommendGrantFromGrant: paths.recommendGrant({ grantId: 'g1' }),
    grant: paths.grant('g1'),
    superUserDashboard: paths.superUserDashboard(),
    superUserDashboardQueue: paths.superUserDashboard('to-pay'),
    superUserDashboardAll: paths.superUserDashboard('to-pay', 'all'),
    auditTrail: paths.auditTrail(),
    auditTrailView: paths.auditTrail({
      person: 'ann',
      kind: 'signed-in',
      dates,
      address: '192.0.2.0/24',
      after: 'm',
    }),
    myProfile: paths.myProfile(),
    updatePassword: paths.updatePassword(),
    reviewGrant: paths.reviewGrant('a/b?c'),
  }).toMatchInlineSnapshot(`
    {
      "auditTrail": "/super-user-dashboard/audit",
      "auditTrailView": "/super-user-dashboard/audit?person=ann&kind=signed-in&from=2026-01-01&to=2026-03-31&address=192.0.2.0%2F24&after=m",
      "changeEmail": "/my-profile/email",
      "charityActivity": "/grant-activity/US-EIN-010631747",
      "denied": "/403",
      "forgotUser": "/forgot-user",
      "fundActivity": "/fund-activity",
      "fundActivityDates": "/fund-activity?from=2026-01-01&to=2026-03-31",
      "fundActivityRange": "/fund-activity?range=last-year&open=1%2C2",
      "grant": "/grants/g1",
      "home": "/",
      "myProfile": "/my-profile",
      "passwordSetup": "/password-setup",
      "recommendGrant": "/recommend-a-grant",
      "recommendGrantFromCharity": "/recommend-a-grant?charity=GB-SC-SC012345",
      "recommendGrantFromGrant": "/recommend-a-grant?grant=g1",
      "reviewGrant": "/super-user-dashboard/grants/a%2Fb%3Fc",
      "signIn": "/api/sign-in/start?returnTo=%2Ffund-activity%3Frange%3Dlast-year",
      "superUserDashboard": "/super-user-dashboard",
      "superUserDashboardAll": "/super-user-dashboard?queue=to-pay&view=all",
      "superUserDashboardQueue": "/super-user-dashboard?queue=to-pay",
      "updatePassword": "/my-profile/password",
    }
  `)
})
