// The build runs this module before the program, which is still being fetched (vite.config.ts). It is as small as it can be.
import './session/early-request.ts'

// After the first paint, and while the processor has nothing else to do.
requestAnimationFrame(() => setTimeout(readLocaleData))

/** Browsers read their locale data when a formatter is first used, which takes a slow phone up to 0.13 s. */
function readLocaleData(): void {
  const { lang } = document.documentElement
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(0)
  new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(0)
}
