import { expect, test } from 'vitest'
import { isTest, readSourceFiles } from '../../../testing/source-files.ts'

// What staff set on screen holds for every reader (docs/decisions/0104-named-sets-on-screen.md): one file reads the sets of a client's
// configuration, and everything else takes what staffSetsInForce returned.

/** The clients' own files, and the demonstration, whose first people come before any change on screen. */
const others = /^src\/(clients|testing|demo)\//

test('the sets of the configuration are read in one place', () => {
  const readers = readSourceFiles(['src', 'tools', 'bench'])
    .filter(({ path }) => !isTest({ path }) && path.endsWith('.ts') && !others.test(path))
    // A type may name the field.
    .filter(({ text }) => /\bstaffSets\b(?!InForce)/.test(text.replaceAll(/'staffSets'/g, '')))
  expect(readers.map(({ path }) => path)).toEqual(['src/features/users/server/staff-sets.ts'])
})

test('whoever names a set, gives one or confirms a right by one asks what is in force', () => {
  const callers = readSourceFiles(['src', 'tools'])
    .filter(file => !isTest(file) && !others.test(file.path) && /\bstaffSetsInForce\(/.test(file.text))
    .map(({ path }) => path.replace('src/features/users/server/', ''))
  expect(callers).toEqual([
    'ask-for-set.ts',
    'decide-right.ts',
    'decide-set.ts',
    'get-right-choices.ts',
    'get-user.ts',
    'give-right.ts',
    'list-right-review.ts',
    'list-staff-sets.ts',
    'list-users.ts',
    'list-waiting-rights.ts',
    'mail-right-review.ts',
    'staff-sets.ts',
  ])
})
