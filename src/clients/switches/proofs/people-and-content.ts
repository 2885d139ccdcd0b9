import type { Proofs } from './proof.ts'

const twoPeople = 'src/features/content/server/dual-control.test.ts'
const submitting = 'src/features/content/server/editing/submit-content.ts'
const approvalTitle = 'what an editor submits waits, and shows once somebody else approves it'

export const proofsOfPeople: Proofs = {
  profileUpdates: [
    {
      test: 'src/features/identity/server/passwords/change-password.test.ts',
      title: 'open-points 2 where the client disables profile updates the change is refused',
      reader: 'src/features/identity/server/passwords/change-password.ts',
      effect: `if (!client.profileUpdates) throw new Problem('access-denied')\n`,
      without: '\n',
    },
    {
      test: 'src/features/identity/server/email/email.test.ts',
      title: 'open-points 2 with profile updates off a change is refused, and the forced one still works',
      reader: 'src/features/identity/server/email/request-email-change.ts',
      effect: '(actor.hasAccess && client.profileUpdates)',
      without: 'actor.hasAccess',
    },
    {
      test: 'src/web/routing/guards.test.ts',
      title: 'where the client takes no profile updates, Update Password is no screen and in no menu',
      reader: 'src/contract/screen-paths.ts',
      effect: 'client.profileUpdates && ',
      without: '',
    },
  ],
  mapsEmailToSsoId: [
    {
      test: 'src/features/identity/server/email/email.test.ts',
      title:
        '§5 where the client maps e-mail to SSO id, the user id follows, and one that is taken is refused',
      reader: 'src/features/identity/server/email/confirm-email-change.ts',
      effect: 'client.mapsEmailToSsoId ? asSsoId(spent.newEmail) : null',
      without: 'null',
    },
  ],
  botCheck: [
    {
      test: 'src/server/bot-check/external-service.test.ts',
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
      test: 'src/features/identity/server/passwords/no-passwords.test.ts',
      title:
        'issue 3 a client whose people all sign in at its own provider sets, changes and mails no passwords',
      reader: 'src/features/identity/server/passwords/new-password.ts',
      effect: `!client.identityProviders.some(({ kind }) => kind === 'embedded')`,
      without: '!client.name',
    },
    {
      test: 'src/features/identity/server/oidc/openid-provider.test.ts',
      title: 'open-points 8 a visitor of a client with several providers chooses on the sign-in screen',
      reader: 'src/features/pages/server/client-context.ts',
      effect: 'identityProviders: client.identityProviders.map(',
      without: 'identityProviders: client.identityProviders.slice(1).map(',
    },
  ],
  secondFactor: [
    {
      test: 'src/features/identity/server/login/set-up.test.ts',
      title: 'open-points 8 sets up one-time codes right after the password, gets backup codes, and is in',
      reader: 'src/features/identity/server/mfa/second-factor-required.ts',
      effect: 'switch (client.secondFactor)',
      without: `switch ('offered' as Client['secondFactor'])`,
    },
    {
      test: 'src/features/identity/server/login/set-up.test.ts',
      title: 'open-points 8 where the staff alone must, donors are let in by their password',
      reader: 'src/features/identity/server/mfa/second-factor-required.ts',
      effect: 'switch (client.secondFactor)',
      without: `switch ('everybody' as Client['secondFactor'])`,
    },
  ],
}
