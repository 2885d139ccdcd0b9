// The build runs this module before the program, which is still being fetched (vite.config.ts). It is as small as it can be.
import './session/early-request.ts'

// After the first paint, and while the processor has nothing else to do.
requestAnimationFrame(() => setTimeout(readLocaleData))

// A tab in the background is not painted.
if (document.hidden) loadProgram()
else requestAnimationFrame(() => setTimeout(loadProgram))

/**
 * A visitor's home is whole without the program, whose files wait for the first paint: on a slow line they would come in turns with
 * its styles and its typeface. Other pages have no such links (src/server/http/web-pages.ts).
 */
function loadProgram(): void {
  const files = [...document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]')]
  for (const file of files) file.rel = 'modulepreload'
  for (const { href, dataset } of files)
    if (dataset.afterPaint === 'run') void import(/* @vite-ignore */ href)
}

/** Browsers read their locale data when a formatter is first used, which takes a slow phone up to 0.13 s. */
function readLocaleData(): void {
  const { lang } = document.documentElement
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(0)
  new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(0)
}
