import { inject } from 'vitest'
import { setRunFolder } from './temporary-directory.ts'

// Temporary files of a test are in the run's folder, so that they are deleted with it, even when the test's process was
// killed. Windows reads TEMP and TMP.
const folder = inject('temporaryFolder')
setRunFolder(folder)
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
