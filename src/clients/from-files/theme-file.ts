import { themeProblems } from '../themes/theme-problems.ts'

/** The typefaces that the portal has (src/clients/themes/base.css), for pages and PDFs. */
const typefaces = ['Lora Variable', 'Brygada 1918 Variable', 'Public Sans Variable']

const comment = /\/\*[\s\S]*?\*\//g

/** One block of custom properties: what leaves it, or loads something, is no theme. The server writes it into the page as it is. */
const block = /^\s*\[data-client=["']([\w-]+)["']\]\s*\{((?:\s*--[a-z][a-z0-9-]*\s*:[^;{}<>@\\]+;)+)\s*\}\s*$/

/** What is wrong with the theme of a client, as parts of sentences; `common`: the style sheet that all themes share. */
export function problemsOfTheme(client: string, css: string, common: string): string[] {
  const declarations = block.exec(css.replaceAll(comment, ''))?.[2]
  if (declarations === undefined || /url\s*\(/i.test(declarations))
    return [`has to be one block [data-client="${client}"] { … } of custom properties, which loads nothing`]
  const heading = /--heading-family:\s*"([^"]+)"/.exec(declarations)?.[1] ?? ''
  const weight = /--heading-weight:\s*\d+\s*;/.test(declarations)
  return [
    ...(typefaces.includes(heading)
      ? []
      : [`--heading-family has to begin with one of ${typefaces.map(name => `"${name}"`).join(', ')}`]),
    ...(weight ? [] : ['--heading-weight has to be a number']),
    ...new Set(themeProblems(client, css, common)),
  ]
}
