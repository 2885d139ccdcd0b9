import { config } from 'zod/mini'

/*
 * The first module of the page. The content policy forbids eval and untrusted markup, which two libraries would violate: zod
 * compiles its parsers with `new Function` unless told not to, and React Aria's announcer clears itself by `innerHTML = ''`. A
 * preview frame of the editors starts as an empty page (features/content/editor/draft). Only these two harmless texts are
 * allowed; everything else stays an error. The only scripts by address are two workers from this site: the bot check's and the one
 * that reads PDFs (worker-src in the policy allows the same).
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

const ownWorkers = ['challenge.worker-', 'pdf.worker.min-']

// The DOM types of TypeScript lack Trusted Types.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory }
trustedTypes?.createPolicy('default', {
  createHTML: markup => (markup === '' || markup === '<!doctype html>' ? markup : null),
  createScriptURL: address =>
    ownWorkers.some(name => address.startsWith(`${location.origin}/assets/${name}`)) ? address : null,
})
