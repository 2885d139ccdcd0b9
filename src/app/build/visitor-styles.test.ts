import { expect, test } from 'vitest'
import { usedStyles } from './visitor-styles.ts'

const page =
  '<html data-client="npt"><main class="home"><a class="_button_1" href="/faq">FAQ</a></main></html>'
const used = (styles: string) => usedStyles(page, styles)

test('the rules of a page’s elements, classes, and color schemes stay, in their order and media', async () => {
  const styles =
    ':root{--gap:1px}:root[data-theme=dark]{color-scheme:dark}main{margin:0}@media (width<=50rem){.home{padding:0}}._button_1:hover{color:red}'
  expect(await used(styles)).toBe(styles)
})

test('the rules of other elements and classes, and their animations, do not', async () => {
  expect(
    await used('.home{margin:0}._dialog_1{animation:grow 1s}@keyframes grow{to{scale:1}}table{margin:0}'),
  ).toBe('.home{margin:0}')
})

test('a page that uses none of its styles is an error of the build', async () => {
  await expect(used('table{margin:0}')).rejects.toThrow('uses none of its styles')
})
