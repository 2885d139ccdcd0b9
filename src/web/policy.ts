import { config } from 'zod/mini'

/*
 * The first module of the page. The content policy forbids eval and untrusted markup; two libraries would run into it:
 * zod compiles its parsers with `new Function` unless told not to, and React Aria's announcer empties itself by
 * `innerHTML = ''`. A frame of the editors begins as an empty page (features/content/editor/preview). Only
 * these two texts, which hold nothing, are let through; anything else stays an error. Of scripts by address there is one, the
 * worker of the bot check, which this site serves itself (worker-src of the policy says the same once more).
 */
config({ jitless: true })

type TrustedTypePolicyFactory = {
  createPolicy: (
    name: string,
    rules: {
      createHTML: (markup: string) => string | null
      createScriptURL: (address: string) => string | null
    },
  ) => unknown
}

const ownWorker = () => `${location.origin}/assets/challenge.worker-`

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory }
trustedTypes?.createPolicy('default', {
  createHTML: markup => (markup === '' || markup === '<!doctype html>' ? markup : null),
  createScriptURL: address => (address.startsWith(ownWorker()) ? address : null),
})
