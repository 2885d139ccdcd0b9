import { inject } from 'vitest'

// What a test leaves in the system's temporary directory, also where its process is killed, goes with the run. Windows reads
// TEMP and TMP.
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = inject('temporaryFolder')
