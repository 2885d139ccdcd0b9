import { describeAccess } from '../../../testing/access-matrix/describe-access.ts'

describeAccess('settings')
