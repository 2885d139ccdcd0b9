import { describeAccess } from '../../../testing/access-matrix/describe-access.ts'

describeAccess('saved-views')
