const largestBytes = 16 * 1024
const paints = new Set([
  'none',
  ...['ground', 'light', 'tint', 'ink', 'accent'].map(name => `var(--picture-${name})`),
])

/** What is wrong with a picture of Home, as parts of sentences. Pages take its group `picture`, and color it by the theme. */
export function problemsOfPicture(svg: string): string[] {
  const painted = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, paint = '']) => paint)
  const others = new Set(painted).difference(paints)
  return [
    ...(svg.length > largestBytes ? ['is larger than 16 KB'] : []),
    ...(/<svg xmlns="[^"]+" viewBox="0 0 800 600">\s*<title>.+<\/title>\s*<g id="picture">/.test(svg)
      ? []
      : [
          'has to begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><title>…</title><g id="picture">',
        ]),
    ...(/<(script|style|image|use|foreignObject)|\son\w+\s*=|href|<!/i.test(svg)
      ? ['has to have neither scripts, styles and images nor addresses']
      : []),
    ...(others.size > 0 ? [`has colors that are not of the theme: ${[...others].join(', ')}`] : []),
  ]
}
