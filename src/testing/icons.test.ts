import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from './source-files.ts'

/** What draws something else than an icon: logos, charts, codes, signatures, and the illustrations of the visitors’ home. */
const pictures = [
  'src/web/ui/Icon.tsx',
  'src/web/ui/QrCode.tsx',
  'src/web/ui/charts/BalanceChart.tsx',
  'src/web/ui/charts/BalancePicture.tsx',
  'src/web/ui/charts/BarTable.tsx',
  'src/web/shell/LogoPicture.tsx',
  'src/features/signing/SignaturePad.tsx',
  'src/features/home/Picture.tsx',
  'src/features/home/visitor/FundSteps.tsx',
  'src/features/home/visitor/Motif.tsx',
]

const components = () => readSourceFiles().filter(file => file.path.endsWith('.tsx') && !isTest(file))

const drawn = /<svg\b/
/** Characters that look like icons, of which every font has its own: arrows, crosses, ticks, triangles, dots, stars. */
const characters =
  /['"`>}\s][\u2190-\u21ff\u22ee\u22ef\u25a0-\u25ff\u2605\u2606\u2700-\u27bf\u2b00-\u2bff×‹›«»][<'"`{\s]/

test('an icon is one of Icon.tsx', () => {
  expect(
    components()
      .flatMap(({ path, text }) => (drawn.test(text) ? [path] : []))
      .toSorted(),
  ).toEqual(pictures.toSorted())
})

test('no text is used as an icon', () => {
  expect("<p>{isDone ? '✓' : index}</p>").toMatch(characters)
  expect(components().flatMap(({ path, text }) => (characters.test(text) ? [path] : []))).toEqual([])
})
