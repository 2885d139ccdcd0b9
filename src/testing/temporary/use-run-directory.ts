import { inject } from 'vitest'

// Temporary files of a test are in the run's folder, so that they are deleted with it, even when the test's process was
// killed. Windows reads TEMP and TMP.
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = inject('temporaryFolder')
