import { z } from 'zod'
import { line, settingName } from './fields.ts'

const external = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens')
    .describe('Part of the address that is registered with the provider.'),
  title: line.describe('The label where visitors choose a provider.'),
  issuer: line,
  forceReauthentication: z.boolean(),
}

export const identityProviders = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('embedded') }),
      z.strictObject({
        ...external,
        kind: z.literal('openid'),
        clientId: line,
        clientSecretName: settingName,
        scopes: z.array(line).max(20),
        linkBy: z.discriminatedUnion('to', [
          z.strictObject({ to: z.literal('ssoId'), claim: line }),
          z.strictObject({ to: z.literal('verified-email') }),
        ]),
      }),
      z.strictObject({
        ...external,
        kind: z.literal('saml'),
        entryPoint: line,
        certificateName: settingName,
        requestSigning: z.strictObject({ keyName: settingName, certificateName: settingName }).nullable(),
        linkBy: z.strictObject({ to: z.literal('ssoId'), claim: line }),
      }),
    ]),
  )
  .min(1)
  .max(10)

export const botCheck = z.discriminatedUnion('service', [
  z.strictObject({ service: z.literal('altcha') }),
  z.strictObject({
    service: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
    siteKey: line,
    secretName: settingName,
  }),
])
