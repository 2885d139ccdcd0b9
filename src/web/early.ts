// The build runs this module before the program, which is still being fetched (vite.config.ts). It is as small as it can be.
import './session/early-request.ts'

// After the first paint, and while the processor has nothing else to do.
requestAnimationFrame(() => setTimeout(readLocaleData))

// A tab in the background is not painted.
if (document.hidden) void loadProgram()
else requestAnimationFrame(() => setTimeout(loadProgram))

/**
 * A visitor’s home is whole without the program and the whole style sheets, which wait for the first paint: on a slow line they would
 * come in turns with its typeface. Other pages have no such links (src/server/http/web-pages.ts).
 */
async function loadProgram(): Promise<void> {
  const files = [...document.querySelectorAll<HTMLLinkElement>('link[data-after-paint]')]
  const styled = files.map(file => {
    file.rel = file.dataset.afterPaint === 'style' ? 'stylesheet' : 'modulepreload'
    return file.rel === 'stylesheet' && loaded(file)
  })
  // The program draws what the page’s own rules do not style.
  await Promise.all(styled)
  for (const { href, dataset } of files)
    if (dataset.afterPaint === 'run') void import(/* @vite-ignore */ href)
}

/** Without a style sheet that could not be fetched the program still works. */
function loaded(file: HTMLLinkElement): Promise<unknown> {
  return new Promise(resolve => {
    file.onload = resolve
    file.onerror = resolve
  })
}

/** Browsers read their locale data when a formatter is first used, which takes a slow phone up to 0.13 s. */
function readLocaleData(): void {
  const { lang } = document.documentElement
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(0)
  new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(0)
}
