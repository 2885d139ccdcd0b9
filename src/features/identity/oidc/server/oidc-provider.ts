/*
 * The one place that loads oidc-provider. It warns on the console of every Node release that is not yet an LTS release, which
 * the pinned Node 26 is not (`process.release.lts`). The warning is dropped, since nobody who starts the portal can act on it;
 * our tests run the library on exactly this release. Any other warning is shown.
 */
const runtimeWarning = 'oidc-provider WARNING: Unsupported runtime.'
const { warn } = console
console.warn = (...texts: unknown[]) => {
  if (!texts.some(text => typeof text === 'string' && text.includes(runtimeWarning))) warn(...texts)
}
export const { Provider, errors, interactionPolicy } = await import('oidc-provider').finally(() => {
  console.warn = warn
})
