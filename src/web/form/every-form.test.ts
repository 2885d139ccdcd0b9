import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../testing/source-files.ts'

// The error summary has a line for every refusal, by the form's own schema or by the server, whatever field it names (summaryOf). A form that
// shows none would do nothing, silently. `Form` shows it; the others are built on it.

const screens = readSourceFiles().filter(file => !isTest(file) && !file.path.startsWith('src/testing/'))
const textOf = (path: string) => screens.find(file => file.path === path)?.text ?? ''
const showsSummary = (text: string) =>
  /<(Form|IndividualForm|ReceiveForm|StepFrame|ErrorSummary)\b/.test(text)
const isHook = (path: string) => /\/use-[\w-]+\.ts$/.test(path)

const withForms = screens.filter(
  ({ path, text }) =>
    /\buseForm[(<]/.test(text) &&
    path !== 'src/web/form/use-form.ts' &&
    path !== 'src/web/ui/fields/field-props.ts',
)
/** The components of a hook that makes a form, one of which shows it. */
const componentsOf = (hook: string) =>
  screens.filter(({ imports, path }) => path.endsWith('.tsx') && imports.includes(hook))

test('what other forms are built on shows the error summary', () => {
  expect(textOf('src/web/form/Form.tsx')).toContain(
    '<ErrorSummary entries={form.summary} refusals={form.refusals} />',
  )
  for (const path of [
    'src/web/form/IndividualForm.tsx',
    'src/features/account-opening/StepFrame.tsx',
    'src/features/contributions/staff/ReceiveForm.tsx',
  ])
    expect(textOf(path)).toMatch(/<Form form=\{form\}/)
})

test.each(withForms.map(({ path }) => path))('%s shows why its form was refused', path => {
  const shownIn = isHook(path) ? componentsOf(path) : withForms.filter(file => file.path === path)
  expect(shownIn.some(({ text }) => showsSummary(text))).toBe(true)
})

/** They have no schema: each has one field, which shows its error itself, or filters that the address reports. */
const withoutSchema = [
  'src/features/audit/AuditFilters.tsx',
  'src/features/charity-list/CharityNote.tsx',
  'src/features/content/editor/files/DescribePicture.tsx',
  'src/features/journal-entries/staff/EntryFilters.tsx',
]

test('no other screen has a form of its own', () => {
  const own = screens.filter(({ text }) => /<form\b/.test(text)).map(({ path }) => path)
  expect(own).toEqual([...withoutSchema, 'src/web/form/Form.tsx'])
})
